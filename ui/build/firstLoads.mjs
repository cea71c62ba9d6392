// The files that the first screens of a visit need, from the build's manifest.
import { existsSync, readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

export const dist = new URL("../dist/", import.meta.url);
/** Reads a built file, even if only its compressed forms were kept. */
export function built(file) {
  const place = new URL(file, dist);
  return existsSync(place) ? readFileSync(place) : brotliDecompressSync(readFileSync(`${place.pathname}.br`));
}
export const manifest = JSON.parse(built(".vite/manifest.json").toString());

/** The manifest's key of a chunk from the build's own groups, which have no module's name. */
function chunkNamed(name) {
  const [key, another] = Object.keys(manifest).filter((key) => manifest[key].name === name);
  if (!key) throw new Error(`nothing was built under the name ${name}`);
  // A module's name can be the same: then the order of their hashes would decide which one is meant.
  if (another) throw new Error(`two chunks were built under the name ${name}`);
  return key;
}

export const pages = {
  "/login": { modules: [chunkNamed("login-form")] },
  "/": { modules: ["src/member/frame/MemberFrame.tsx", "src/member/home/HomeScreen.tsx"] },
};

// The manifest lists the entry under the chunk that contains it, so its file name comes from the page.
const page = readFileSync(new URL("index.html", dist), "utf8");
const [, first] = /<script type="module" crossorigin src="\/([^"]+)"/.exec(page) ?? [];
const entry = Object.keys(manifest).find((key) => manifest[key].file === first);
if (!entry) throw new Error("the page names no entry that was built");

/** The entry, the page's own code and the first texts in one language, each with its imports. */
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
