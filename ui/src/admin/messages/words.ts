import { useTranslation } from "react-i18next";
import type words from "../../i18n/locales/en/deskMessages.json";

type Kind = keyof typeof words.kinds;
type Reason = keyof typeof words.reasons;

/** What a message is about, by its name on the wire; a name that is not known stands for itself. */
export function useKindName() {
  const { t } = useTranslation("deskMessages");
  return (kind: string) => t(`kinds.${kind as Kind}`, { defaultValue: kind });
}

/** What a reason means and what to do about it; nothing for a word that is not known. */
export function useAdvice() {
  const { t } = useTranslation("deskMessages");
  return (word: string) => t(`reasons.${word as Reason}`, { defaultValue: "" });
}
