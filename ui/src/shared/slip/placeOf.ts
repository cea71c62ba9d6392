import { type Language, type LocalizedText, localized } from "../../i18n/language";

/** Sheung Wan, Till 2; Chinese uses a space instead of the comma. */
export function placeOf(outlet: LocalizedText | undefined, till: string | undefined, language: Language) {
  const parts = [outlet && localized(outlet, language), till];
  return parts.filter(Boolean).join(language === "en" ? ", " : " ");
}
