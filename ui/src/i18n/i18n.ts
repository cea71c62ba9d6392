import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languageOf, pageTagOf, storedLanguage, tagOf } from "./language";

// What the first screens say is fetched by itself; the rest comes a language at a time, and those of the admin app apart.
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

/** The words of one namespace; fails where they do not come. */
export async function wordsOf(language: Language, namespace: string) {
  const file = `../locales/${language}/${namespace}.json`;
  const words =
    (await first[language]()).words[file] ??
    (await rest[language]()).words[file] ??
    (await (await import("./namespaces/desks")).words[file]?.());
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

/** Loads the words of the frame and of the first screen in the stored language. */
export async function startI18n(namespaces: readonly string[]) {
  await i18next
    .use(chunks)
    .use(initReactI18next)
    .init({
      lng: tagOf(storedLanguage()),
      // A test keeps the three languages complete; a fallback would load English beside each of them.
      fallbackLng: false,
      load: "currentOnly",
      ns: ["shell", ...namespaces],
      defaultNS: "shell",
      interpolation: { escapeValue: false },
      react: { useSuspense: false },
      // Words come beside the code that says them; what was forgotten there is to be seen by whoever tries it.
      saveMissing: true,
      missingKeyHandler: (_, namespace, key) => console.error(`no words for ${namespace}:${key}`),
    });
}

/** Fetches the words of a screen along with its code, so that neither waits for the other. */
export async function loadWords(namespaces: string | readonly string[]) {
  if (!i18next.isInitialized) return;
  // i18next would take what does not come for empty, show the keys, and not ask for it again.
  const language = languageOf(i18next.language);
  await Promise.all([namespaces].flat().map((namespace) => wordsOf(language, namespace)));
  await i18next.loadNamespaces(namespaces);
}
