import { useTranslation } from "react-i18next";
import type { ApiKey } from "./apiKeys";

/** Label and colour of a key's state. */
export function useKeyState() {
  const { t } = useTranslation("adminSettings");
  return ({ revoked, expires }: ApiKey) => {
    if (revoked) return { tone: "plum", label: t("keys.revoked") } as const;
    if (Date.parse(expires) < Date.now()) return { tone: "plain", label: t("keys.expired") } as const;
    return { tone: "leaf", label: t("keys.live") } as const;
  };
}
