import { useTranslation } from "react-i18next";
import { useWireWords } from "../../kit/wireWords";

const ROLES = ["owner", "operator", "editor", "support", "finance", "auditor", "merchant", "system"] as const;

/** A role in the reader's language. */
export function useRoleName() {
  const { t } = useTranslation("admin");
  return (role: string) => {
    const known = ROLES.find((one) => one === role);
    return known ? t(`roles.${known}`) : role;
  };
}

/** The label of an action such as `item.stock`. */
export function useActionName() {
  const words = useWireWords("adminAudit");
  return (action: string) => words(`actions.${action}`) ?? action;
}

/** The label of a kind such as `item`. */
export function useKindName() {
  const words = useWireWords("adminAudit");
  return (kind: string) => words(`kinds.${kind}`) ?? kind;
}
