// Writes the examples of the API page into files: those for the shell as the page has them, those in Python and
// JavaScript as its script makes them. Fails where one in JavaScript cannot be parsed. `calls.json` has their bodies.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { SourceTextModule } from "node:vm";

const { callOf, example } = createRequire(import.meta.url)("../../src/ops/openapi/page.js");
const [url, folder] = process.argv.slice(2);
const page = await (await fetch(`${url}/api/docs`)).text();
const text = (html) =>
  html.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

const section = /<section id="([^"]*)" class="call">.*?<b class="verb (\w+)">.*?<code>([^<]*)<\/code>(.*?)<\/section>/gs;
const aside = /<aside data-f="(\w*)"(?: data-b="([^"]*)")?><pre[^>]*>([^<]*)<\/pre>/;

mkdirSync(folder, { recursive: true });
const calls = [];
for (const [, name, verb, path, rest] of page.matchAll(section)) {
  const [, flags, body, shown] = rest.match(aside);
  const shell = text(shown);
  const call = callOf(verb, flags, body && text(body), shell);
  const script = example("javascript", call);
  new SourceTextModule(script, { identifier: `the example of ${name} in JavaScript` });
  writeFileSync(`${folder}/${name}.sh`, `${shell}\n`);
  writeFileSync(`${folder}/${name}.py`, `${example("python", call)}\n`);
  writeFileSync(`${folder}/${name}.mjs`, `${script}\n`);
  calls.push({ name, verb, path: text(path), flags, body: call.body });
}
if (calls.length < 400) throw new Error(`the page has ${calls.length} calls`);
writeFileSync(`${folder}/calls.json`, JSON.stringify(calls));
// The page says that examples with a picture read it from this file. It has one white point.
const picture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";
writeFileSync(`${folder}/picture.png`, Buffer.from(picture, "base64"));
console.log(`${calls.length} calls, ${calls.filter((call) => call.body).length} with a body`);
