import { useTranslation } from "react-i18next";

const ACTIONS = [
  "member.adjust",
  "transaction.reverse",
  "credits.give",
  "credits.undo",
  "staff.invite",
  "staff.update",
  "api_key.create",
  "api_key.update",
  "settings.update",
] as const;

/** What is to be done, in words. */
export function useActionName() {
  const { t } = useTranslation("deskApprovals");
  return (action: string) => {
    const known = ACTIONS.find((one) => one === action);
    return known ? t(`actions.${known}`) : action;
  };
}
