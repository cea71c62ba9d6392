import { useTranslation } from "react-i18next";
import type { Refusal } from "./signup";

/** The sentence for a refusal, in the language on screen. */
export function useRefusalWords() {
  const { t } = useTranslation("signup");
  const { t: account } = useTranslation("account");
  return (refusal: Refusal): string => {
    if ("said" in refusal) return refusal.said;
    return refusal.key === "guessable" ? account("errors.guessable") : t(`errors.${refusal.key}`);
  };
}
