import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";

type Use = components["schemas"]["ContentUse"];

const KINDS = ["item", "staff", "api-key", "till", "redemption", "notification", "settings"] as const;
/** The server's limit. */
const MOST = 100;
/** Names shown per kind. */
const NAMED = 10;

/** The records that use this one, with counts and names per kind. */
export function Uses({ of }: { of: readonly Use[] }) {
  const { t } = useTranslation("adminContent");
  const kinds = [...new Set(of.map(({ kind }) => kind))];
  return (
    <ul>
      {kinds.map((kind) => {
        const same = of.filter((use) => use.kind === kind);
        const names = same.slice(0, NAMED).map(({ name, _id }) => name || _id);
        const known = KINDS.find((one) => one === kind) ?? "other";
        return (
          <li key={kind}>
            {t("uses.named", {
              kind: t(`uses.${known}`),
              number: formatPoints(same.length) + (of.length < MOST ? "" : "+"),
              names: names.join(" · ") + (same.length > NAMED ? " …" : ""),
            })}
          </li>
        );
      })}
    </ul>
  );
}
