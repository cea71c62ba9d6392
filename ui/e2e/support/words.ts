import { readFileSync } from "node:fs";
import i18next from "i18next";
import type { Language } from "../../src/i18n/language";

const NAMESPACES = [
  "shell",
  "setup",
  "account",
  "admin",
  "adminAccept",
  "staffForgot",
  "adminAccount",
  "adminAlarms",
  "adminAnnouncements",
  "adminApprovals",
  "adminArticles",
  "adminCounters",
  "adminCredits",
  "adminExpiry",
  "adminAudit",
  "adminDiagnostics",
  "adminCampaigns",
  "adminBills",
  "adminCarbon",
  "adminGoals",
  "adminContent",
  "adminDashboard",
  "adminFind",
  "adminItems",
  "adminLoading",
  "adminJournal",
  "adminMember",
  "adminMembers",
  "adminMessages",
  "adminWebhooks",
  "adminMoney",
  "adminPartners",
  "adminProposals",
  "adminReports",
  "adminRules",
  "adminSegments",
  "adminSettings",
  "adminSettlement",
  "adminClaims",
  "article",
  "beside",
  "claims",
  "invite",
  "terms",
  "carbon",
  "counter",
  "edit",
  "explorer",
  "forgot",
  "goals",
  "guide",
  "help",
  "home",
  "login",
  "message",
  "messages",
  "notifications",
  "portal",
  "partner",
  "points",
  "privacy",
  "profile",
  "redeem",
  "refresh",
  "reset",
  "rewards",
  "saved",
  "scan",
  "security",
  "settings",
  "signup",
  "transfer",
  "tutorial",
] as const;

export const LANGUAGES = ["en", "zh", "zhhk"] as const satisfies readonly Language[];

/** For each language: its name on the switch, its tag for i18next, and the page's `lang`. */
export const TONGUES = {
  en: { button: "EN", tag: "en", page: "en-HK" },
  zh: { button: "简", tag: "zh", page: "zh-Hans" },
  zhhk: { button: "繁", tag: "zh-HK", page: "zh-Hant-HK" },
} as const;

function read(language: Language, namespace: string): unknown {
  return JSON.parse(
    readFileSync(new URL(`../../src/i18n/locales/${language}/${namespace}.json`, import.meta.url), "utf8"),
  );
}

const i18n = i18next.createInstance();
await i18n.init({
  lng: "en",
  fallbackLng: false,
  ns: NAMESPACES,
  defaultNS: "shell",
  // The name of the demo.
  interpolation: { escapeValue: false, defaultVariables: { programme: "Kapok" } },
});
for (const language of LANGUAGES)
  for (const namespace of NAMESPACES)
    i18n.addResourceBundle(TONGUES[language].tag, namespace, read(language, namespace));

/** The app's own texts: `say("login:submit")`. The compiler refuses a key that English lacks. */
export const wordsOf = (language: Language) => i18n.getFixedT(TONGUES[language].tag, NAMESPACES);
export type Say = ReturnType<typeof wordsOf>;

/** The server's message for a code. */
export const refusalIn = (language: Language, code: string) =>
  wordIn(read(language, "errors"), language, code);

/** The beginning of the title of a message in the inbox, up to the day that it names. */
export function inboxTitleIn(language: Language, part: string, level: string): string {
  const texts = readFileSync(new URL(`../../../src/base/texts/${language}.json`, import.meta.url), "utf8");
  const [before = ""] = wordIn(JSON.parse(texts), language, `inbox.${part}.title`).split("{day}");
  return before.replace("{level}", level);
}

function wordIn(words: unknown, language: Language, key: string): string {
  const found: unknown = typeof words === "object" && words !== null && Reflect.get(words, key);
  if (typeof found !== "string") throw new Error(`${language} has no words for ${key}`);
  return found;
}
