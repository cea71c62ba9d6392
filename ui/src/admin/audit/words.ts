import { useTranslation } from "react-i18next";

const ROLES = ["owner", "operator", "editor", "support", "finance", "auditor", "merchant", "system"] as const;
const KINDS = [
  "item",
  "partner",
  "article",
  "campaign",
  "member",
  "redemption",
  "transaction",
  "api_key",
  "staff",
] as const;
const DEEDS = [
  "create",
  "update",
  "delete",
  "restore",
  "stock",
  "add_codes",
  "make_codes",
  "adjust",
  "suspend",
  "reinstate",
  "confirm",
  "reject",
  "reverse",
  "revoke",
] as const;

/** A role in the reader's language. */
export function useRoleName() {
  const { t } = useTranslation("desk");
  return (role: string) => {
    const known = ROLES.find((one) => one === role);
    return known ? t(`roles.${known}`) : role;
  };
}

/** `item.stock` in words; an action that is not known yet keeps its own name. */
export function useActionName() {
  const { t } = useTranslation("deskAudit");
  return (action: string) => {
    const [kind, deed] = action.split(".");
    const [knownKind, knownDeed] = [KINDS.find((one) => one === kind), DEEDS.find((one) => one === deed)];
    if (!knownKind || !knownDeed) return action;
    return t("done", { kind: t(`kinds.${knownKind}`), deed: t(`deeds.${knownDeed}`) });
  };
}
