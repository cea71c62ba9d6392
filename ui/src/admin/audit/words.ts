import { useTranslation } from "react-i18next";

const ROLES = ["owner", "operator", "editor", "support", "finance", "auditor", "merchant", "system"] as const;

/** A role in the reader's language. */
export function useRoleName() {
  const { t } = useTranslation("desk");
  return (role: string) => {
    const known = ROLES.find((one) => one === role);
    return known ? t(`roles.${known}`) : role;
  };
}

/** Words that go by a name of the server's, where there are any; a test of the server's sees that there are. */
function useWords() {
  const { i18n } = useTranslation("deskAudit");
  return (place: string): string | undefined => {
    const words: unknown = i18n.getResource(i18n.language, "deskAudit", place);
    return typeof words === "string" ? words : undefined;
  };
}

/** `item.stock` in words. */
export function useActionName() {
  const words = useWords();
  return (action: string) => words(`actions.${action}`) ?? action;
}

/** What actions beginning with `item` are done to. */
export function useKindName() {
  const words = useWords();
  return (kind: string) => words(`kinds.${kind}`) ?? kind;
}
