import i18next, { type BackendModule } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languageOf, pageTagOf, storedLanguage, tagOf } from "./language";

// One chunk per language and screen. The server's error catalogue lies beside them, but its messages
// arrive translated in the answers, so it is left out of the app.
const locales = import.meta.glob<Record<string, unknown>>(
  ["./locales/*/*.json", "!./locales/*/errors.json"],
  {
    import: "default",
  },
);

const chunks: BackendModule = {
  type: "backend",
  init() {},
  read(tag, namespace, done) {
    const load = locales[`./locales/${languageOf(tag)}/${namespace}.json`];
    if (!load) return done(new Error(`no words for ${namespace}`), false);
    load().then(
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
    });
}

/** Fetches the words of a screen along with its code, so that neither waits for the other. */
export async function loadWords(namespaces: string | readonly string[]) {
  if (i18next.isInitialized) await i18next.loadNamespaces(namespaces);
}

/** Switches at once and for good; every namespace on screen is there before the switch shows. */
export async function changeLanguage(language: Language) {
  localStorage.setItem("Language", language);
  await i18next.changeLanguage(tagOf(language));
}
