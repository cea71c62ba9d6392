// Photographs every e-mail, called by `tools/mails`, which writes their pages first. The picture of an
// announcement is answered from the docs; an e-mail that asks for anything else fails.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";

const FROM = fileURLToPath(new URL("../../target/mails", import.meta.url));
const PICTURE = fileURLToPath(new URL("../../docs/pictures/desk.webp", import.meta.url));
const TO = fileURLToPath(new URL("../gallery/mails", import.meta.url));
const WIDTHS = [375, 640];
const LOOKS = ["light", "dark"] as const;

test("every e-mail in three languages, light and dark", async ({ browser }) => {
  await mkdir(TO, { recursive: true });
  const names = (await readdir(FROM)).filter((name) => name.endsWith(".html")).sort();
  expect(names.length).toBeGreaterThan(30);
  const pictures: string[] = [];
  for (const width of WIDTHS) {
    for (const colorScheme of LOOKS) {
      const context = await browser.newContext({ viewport: { width, height: 400 }, colorScheme });
      const page = await context.newPage();
      await page.route("**/*", (route) => {
        if (/\/media\/\w+\.png$/.test(route.request().url())) return route.fulfill({ path: PICTURE });
        throw new Error(`an e-mail asks for ${route.request().url()}`);
      });
      for (const name of names) {
        await page.setContent(await readFile(`${FROM}/${name}`, "utf8"));
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth),
          `${name} fits`,
        ).toBeLessThanOrEqual(width);
        await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
        const picture = name.replace("html", `${colorScheme}.${width}.png`);
        await page.screenshot({ path: `${TO}/${picture}`, fullPage: true });
        pictures.push(picture);
      }
      await context.close();
    }
  }
  const shown = pictures.sort().map((file) => `<a href="${file}"><img src="${file}" alt="${file}"></a>`);
  const head = '<!doctype html><meta charset="utf-8"><title>Every e-mail</title>';
  await writeFile(`${TO}/index.html`, `${head}${shown.join("\n")}`);
});
