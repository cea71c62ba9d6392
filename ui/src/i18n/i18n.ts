import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languageOf, pageTagOf, storedLanguage, tagOf } from "./language";

// Texts of the first screens are one file, a language's other member texts another. Admin texts are separate.
const first = {
  en: () => import("./namespaces/first.en"),
  zh: () => import("./namespaces/first.zh"),
  zhhk: () => import("./namespaces/first.zhhk"),
};
const rest = {
  en: () => import("./namespaces/en"),
  zh: () => import("./namespaces/zh"),
  zhhk: () => import("./namespaces/zhhk"),
};

/** The texts of one namespace; fails when they cannot be loaded. */
export async function wordsOf(language: Language, namespace: string) {
  const file = `../locales/${language}/${namespace}.json`;
  const words =
    (await first[language]()).words[file] ??
    (await rest[language]()).words[file] ??
    (await (await import("./namespaces/staff")).words[file]?.());
  if (!words) throw new Error(`no words for ${namespace}`);
  return words;
}

const chunks: BackendModule = {
  type: "backend",
  init() {},
  read(tag, namespace, done) {
    wordsOf(languageOf(tag), namespace).then(
      (words) => done(null, words),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), true),
    );
  },
};

i18next.on("languageChanged", (tag) => {
  document.documentElement.lang = pageTagOf(languageOf(tag));
});

/** Loads the texts of the frame and of the first screen in the stored language. */
export async function startI18n(namespaces: readonly string[]) {
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: tagOf(storedLanguage()),
      // A test keeps the three languages complete. A fallback would load English in addition.
      fallbackLng: false,
      load: "currentOnly",
      ns: ["shell", ...namespaces],
      defaultNS: "shell",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      // Each screen loads its namespaces with its code. A missing one is reported while developing.
      saveMissing: true,
      missingKeyHandler: (_, namespace, key) => console.error(`no words for ${namespace}:${key}`),
    });
}

/** Loads the texts of a screen in parallel with its code. */
export async function loadWords(namespaces: string | readonly string[]) {
  if (!i18next.isInitialized) return;
  // Load here first: after a failed load i18next would treat the namespace as empty and not load it again.
  const language = languageOf(i18next.language);
  await Promise.all([namespaces].flat().map((namespace) => wordsOf(language, namespace)));
  await i18next.loadNamespaces(namespaces);
}
