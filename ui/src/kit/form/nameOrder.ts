import { type Language, useLanguage } from "../../i18n/language";

const NAMES = ["firstName", "lastName"] as const;

/** The parts of a name in the order of the language on screen: Chinese starts with the family name. */
export function nameOrder(language: Language): readonly (typeof NAMES)[number][] {
  return language === "en" ? NAMES : NAMES.toReversed();
}

export const useNameOrder = () => nameOrder(useLanguage());
