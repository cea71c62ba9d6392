import { useTranslation } from "react-i18next";
import { onDevice } from "../device/storage";

/** The product's languages, as the API and localStorage spell them. */
export type Language = "en" | "zh" | "zhhk";
export const LANGUAGES: readonly Language[] = ["en", "zh", "zhhk"];

// `zhhk` is not a BCP 47 tag and Intl refuses it, so i18next and the page get valid tags.
const TAGS = { en: "en", zh: "zh", zhhk: "zh-HK" } as const;
const PAGE_TAGS = { en: "en-HK", zh: "zh-Hans", zhhk: "zh-Hant-HK" } as const;

export function tagOf(language: Language): string {
  return TAGS[language];
}

/** For `lang` attributes and Intl: chooses the right Han glyphs and number forms. */
export function pageTagOf(language: Language): string {
  return PAGE_TAGS[language];
}

export function languageOf(tag: string | undefined): Language {
  return LANGUAGES.find((language) => TAGS[language] === tag) ?? "en";
}

export function storedLanguage(): Language {
  const kept = onDevice.get("Language");
  return LANGUAGES.find((language) => language === kept) ?? "en";
}

/** The language on screen; the component renders again when it changes. */
export function useLanguage(): Language {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}

export interface LocalizedText {
  en: string;
  zh?: string | null;
  zhhk?: string | null;
}

/** The programme's text in the member's language; English where the translation is missing. */
export function localized(text: LocalizedText, language: Language): string {
  return text[language] || text.en;
}

/** For the `lang` attribute: marks text shown in English for lack of a translation, for screen readers. */
export function tongueOf(text: LocalizedText, language: Language): string | undefined {
  return text[language] ? undefined : PAGE_TAGS.en;
}
