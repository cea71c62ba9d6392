// What a first visit to a page downloads: entry, static imports, its route's chunk and the
// words of one language, in brotli bytes. Exits 1 over the budget.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";

const budget = { js: 58_000, css: 12_000 };
const pages = {
  "/login": { modules: ["src/member/login/LoginScreen.tsx"], words: ["shell", "login"] },
  "/": {
    modules: ["src/member/frame/MemberFrame.tsx", "src/member/home/HomeScreen.tsx"],
    words: ["shell", "home"],
  },
};

const dist = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(readFileSync(new URL(".vite/manifest.json", dist), "utf8"));
const weight = (file) => brotliCompressSync(readFileSync(new URL(file, dist))).length;

function closure(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...seen].map((key) => manifest[key]);
}

let over = false;
for (const [page, { modules, words }] of Object.entries(pages)) {
  // The heaviest language counts.
  const loads = ["en", "zh", "zhhk"].map((language) => {
    const locales = words.map((name) => `src/i18n/locales/${language}/${name}.json`);
    const chunks = closure(["index.html", ...modules, ...locales]);
    const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
    const files = new Set(chunks.map((chunk) => chunk.file));
    const sum = (names) => [...names].reduce((total, name) => total + weight(name), 0);
    return { js: sum(files), css: sum(css) };
  });
  const js = Math.max(...loads.map((load) => load.js));
  const css = Math.max(...loads.map((load) => load.css));
  const missing = modules.filter((module) => !manifest[module]);
  console.log(
    `${page.padEnd(8)} js ${js} of ${budget.js}   css ${css} of ${budget.css}`,
    missing.length ? `(not built yet: ${missing})` : "",
  );
  over ||= js > budget.js || css > budget.css;
}
process.exitCode = over ? 1 : 0;
