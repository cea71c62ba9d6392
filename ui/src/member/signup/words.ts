import { useTranslation } from "react-i18next";
import { useServerMessage } from "../../i18n/serverMessage";
import type { Refusal } from "./signup";

/** The sentence for a refusal, in the current language. */
export function useRefusalWords() {
  const { t } = useTranslation("signup");
  const { t: account } = useTranslation("account");
  const say = useServerMessage();
  return (refusal: Refusal): string => {
    if ("said" in refusal) return say(refusal) ?? t("errors.failed");
    return refusal.key === "guessable" ? account("errors.guessable") : t(`errors.${refusal.key}`);
  };
}
