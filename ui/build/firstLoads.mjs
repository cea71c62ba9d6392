// What the screens that a visit begins with need, as the build's manifest tells it.
import { readFileSync } from "node:fs";

export const dist = new URL("../dist/", import.meta.url);
export const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));

export const pages = {
  "/login": { modules: ["src/member/login/LoginScreen.tsx"], words: ["shell", "login"] },
  "/": {
    modules: ["src/member/frame/MemberFrame.tsx", "src/member/home/HomeScreen.tsx"],
    words: ["shell", "home"],
  },
};

/** The entry, the page's own code and its words in one language, each with what it imports. */
export function chunksOf({ modules, words }, language) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  const locales = words.map((name) => `src/i18n/locales/${language}/${name}.json`);
  for (const key of ["index.html", ...modules, ...locales]) visit(key);
  return [...seen].map((key) => manifest[key]);
}
