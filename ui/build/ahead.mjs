// Writes the `Link` headers that the server sends with a page. Without them, a screen's code and texts wait
// for the entry file, and its image for both. In English, because most visits without a cache are.
import { writeFileSync } from "node:fs";
import { chunksOf, dist, pages } from "./firstLoads.mjs";

// The page itself already names the entry.
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
