import { useTranslation } from "react-i18next";
import type { Refusal } from "./signup";

/** The sentence for a refusal, in the language on screen. */
export function useRefusalWords() {
  const { t } = useTranslation("signup");
  return (refusal: Refusal | undefined): string | undefined =>
    refusal && ("said" in refusal ? refusal.said : t(`errors.${refusal.key}`));
}
