// The size of a first visit to a page in brotli bytes: entry, static imports, the route's chunk and the texts
// of one language. Exits 1 over the budget.
import { brotliCompressSync } from "node:zlib";
import { built, chunksOf, manifest, pages } from "./firstLoads.mjs";

const budget = { js: 58_000, css: 12_000 };
const weight = (file) => brotliCompressSync(built(file)).length;

let over = false;
for (const [path, page] of Object.entries(pages)) {
  // The largest language counts.
  const loads = ["en", "zh", "zhhk"].map((language) => {
    const chunks = chunksOf(page, language);
    const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
    const files = new Set(chunks.map((chunk) => chunk.file));
    const sum = (names) => [...names].reduce((total, name) => total + weight(name), 0);
    return { js: sum(files), css: sum(css) };
  });
  const js = Math.max(...loads.map((load) => load.js));
  const css = Math.max(...loads.map((load) => load.css));
  const missing = page.modules.filter((module) => !manifest[module]);
  console.log(
    `${path.padEnd(8)} js ${js} of ${budget.js}   css ${css} of ${budget.css}`,
    missing.length ? `(not built yet: ${missing})` : "",
  );
  over ||= js > budget.js || css > budget.css;
}
process.exitCode = over ? 1 : 0;
