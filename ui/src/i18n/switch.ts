import i18next from "i18next";
import { useState } from "react";
import { onDevice } from "../device/storage";
import { wordsOf } from "./i18n";
import { type Language, languageOf, storedLanguage, tagOf } from "./language";

let wanted: Language | undefined;

/**
 * Shows what is on screen in another language. The words come first: where they do not, nothing is switched, rather
 * than that keys stand where words should be. Tells whether that is now the language.
 */
async function show(language: Language): Promise<boolean> {
  wanted = language;
  const namespaces = [i18next.options.ns ?? []].flat();
  try {
    await Promise.all(namespaces.map((namespace) => wordsOf(language, namespace)));
  } catch (error) {
    // Whoever has chosen again meanwhile is not told of the choice before.
    if (wanted === language) throw error;
  }
  if (wanted !== language) return false;
  await i18next.changeLanguage(tagOf(language));
  return true;
}

/** Switches at once and for good; `failed` where that could not be done, to be told beside the choice. */
export function useLanguageChoice() {
  const [failed, setFailed] = useState(false);
  const choose = async (language: Language) => {
    setFailed(false);
    try {
      if (await show(language)) onDevice.set("Language", language);
    } catch {
      setFailed(true);
    }
  };
  return { choose, failed };
}

/** Follows what another tab has chosen; on a lost line this one goes on as it is. */
export async function followLanguage() {
  const chosen = storedLanguage();
  if (chosen !== languageOf(i18next.language)) await show(chosen).catch(() => {});
}
