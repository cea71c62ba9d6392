// What the screens that a visit begins with need, as the build's manifest tells it.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export const dist = new URL("../dist/", import.meta.url);
/** A built file, also where only its compressed forms were kept. */
export function built(file) {
  const place = new URL(file, dist);
  return existsSync(place) ? readFileSync(place) : gunzipSync(readFileSync(`${place.pathname}.gz`));
}
export const manifest = JSON.parse(built(".vite/manifest.json").toString());

/** The manifest's key of a chunk that the build's own groups make: it has them under no module's name. */
function chunkNamed(name) {
  const key = Object.keys(manifest).find((key) => manifest[key].name === name);
  if (!key) throw new Error(`nothing was built under the name ${name}`);
  return key;
}

export const pages = {
  "/login": { modules: [chunkNamed("form")] },
  "/": { modules: ["src/member/frame/MemberFrame.tsx", "src/member/home/HomeScreen.tsx"] },
};

// The manifest has the entry under the name of what it was bundled into; the page itself names that file.
const page = readFileSync(new URL("index.html", dist), "utf8");
const [, first] = /<script type="module" crossorigin src="\/([^"]+)"/.exec(page) ?? [];
const entry = Object.keys(manifest).find((key) => manifest[key].file === first);
if (!entry) throw new Error("the page names no entry that was built");

/** The entry, the page's own code and the first words in one language, each with what it imports. */
export function chunksOf({ modules }, language) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key) || !manifest[key]) return;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) visit(next);
  };
  for (const key of [entry, ...modules, `src/i18n/namespaces/first.${language}.ts`]) visit(key);
  return [...seen].map((key) => manifest[key]);
}
