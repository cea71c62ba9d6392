import type { components } from "../../../api/schema";
import { LANGUAGES, type Language } from "../../../i18n/language";

export type Localized = components["schemas"]["LocalizedText"];

export const nothing: Localized = { en: "" };

/** A text with one language changed. */
export function withText(before: Localized | null | undefined, language: Language, text: string): Localized {
  return { ...nothing, ...before, [language]: text };
}

/** The text in the server's format: without empty languages; absent if all are empty. */
export function tidyText(text: Localized): Localized {
  const tidy: Localized = { en: text.en };
  if (text.zh) tidy.zh = text.zh;
  if (text.zhhk) tidy.zhhk = text.zhhk;
  return tidy;
}

export function tidyOptional(text: Localized | null | undefined): Localized | undefined {
  return text && LANGUAGES.some((language) => text[language]) ? tidyText(text) : undefined;
}

/** The name of a copy. It is the same in each language, because members may read it before it is changed. */
export function numbered(name: Localized): Localized {
  const copy = (text: string) => (text ? `${text} (2)` : text);
  return tidyText({ en: copy(name.en), zh: copy(name.zh ?? ""), zhhk: copy(name.zhhk ?? "") });
}

/** Returns whether a language has the first text, which is required, and all other texts that English has. */
export function isComplete(
  [name, ...more]: readonly (Localized | null | undefined)[],
  language: Language,
): boolean {
  return Boolean(name?.[language]) && more.every((text) => !text?.en || Boolean(text[language]));
}
