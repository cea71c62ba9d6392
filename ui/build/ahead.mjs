// Writes what the server announces with a page before the browser has read it: without that, a screen's code and
// words wait for the entry, and its picture for both. Most visits that find nothing kept are in English.
import { writeFileSync } from "node:fs";
import { chunksOf, dist, pages } from "./firstLoads.mjs";

// The page itself names this one.
const [entry] = chunksOf({ modules: [] }, "en");

function announced(page) {
  const chunks = chunksOf(page, "en").filter((chunk) => chunk !== entry);
  const of = (name) => [...new Set(chunks.flatMap((chunk) => chunk[name] ?? []))];
  return [
    ...of("file").map((file) => `</${file}>; rel=modulepreload`),
    ...of("css").map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ...of("assets").map((file) => `</${file}>; rel=preload; as=image; fetchpriority=high`),
  ].join(", ");
}

const links = Object.fromEntries(Object.entries(pages).map(([path, page]) => [path, announced(page)]));
writeFileSync(new URL(".vite/ahead.json", dist), JSON.stringify(links));
