import i18next from "i18next";
import { useState } from "react";
import { onDevice } from "../device/storage";
import { wordsOf } from "./i18n";
import { type Language, languageOf, storedLanguage, tagOf } from "./language";

let wanted: Language | undefined;

/**
 * Changes the language on screen. Loads all texts first: if that fails, the language stays, because keys
 * would be shown instead of texts. Returns whether `language` is now active.
 */
async function show(language: Language): Promise<boolean> {
  wanted = language;
  const namespaces = [i18next.options.ns ?? []].flat();
  try {
    await Promise.all(namespaces.map((namespace) => wordsOf(language, namespace)));
  } catch (error) {
    // After a newer choice, the failure of this one is not reported.
    if (wanted === language) throw error;
  }
  if (wanted !== language) return false;
  await i18next.changeLanguage(tagOf(language));
  return true;
}

/** Changes the language at once and stores it. `failed` is for an error message beside the choice. */
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

/** Follows the language of another tab; on a network error this tab keeps its language. */
export async function followLanguage() {
  const chosen = storedLanguage();
  if (chosen !== languageOf(i18next.language)) await show(chosen).catch(() => {});
}
