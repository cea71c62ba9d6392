import { useTranslation } from "react-i18next";
import type { ApiKey } from "./apiKeys";

/** Whether a key works, in colour and words. */
export function useKeyState() {
  const { t } = useTranslation("deskSettings");
  return ({ revoked, expires }: ApiKey) => {
    if (revoked) return { tone: "plum", label: t("keys.revoked") } as const;
    if (Date.parse(expires) < Date.now()) return { tone: "plain", label: t("keys.expired") } as const;
    return { tone: "leaf", label: t("keys.live") } as const;
  };
}
