// Takes a picture of every screen and state, in three languages, light and dark, on narrow, usual and wide
// phones and in the desktop's frame: `npm --prefix ui run gallery`, then open ui/gallery/index.html.
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";
import { STATES } from "./support/states";

const FOLDER = fileURLToPath(new URL("../gallery", import.meta.url));
const SIZES = [
  { name: "320", width: 320, height: 640 },
  { name: "375", width: 375, height: 812 },
  { name: "430", width: 430, height: 932 },
  { name: "desktop", width: 1280, height: 900 },
];
const LOOKS = ["light", "dark"] as const;
const USUAL = SIZES[1] ?? SIZES[0];

const taken = new Map<string, Set<string>>();

async function photograph(page: Page, state: string, language: string) {
  for (const { name, width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.screenshot({ path: `${FOLDER}/${state}.${language}.${colorScheme}.${name}.png` });
    }
  }
  const languages = taken.get(state) ?? new Set();
  taken.set(state, languages.add(language));
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  if (USUAL) await page.setViewportSize(USUAL);
}

/** Pictures belong to what is seen; those below the fold come when they are wanted. */
async function settled(page: Page) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
}

async function writeIndex() {
  const rows = [...taken].map(([state, languages]) => {
    const shots = [...languages].flatMap((language) =>
      LOOKS.flatMap((look) =>
        SIZES.map(({ name, width }) => {
          const file = `${state}.${language}.${look}.${name}.png`;
          return `<a href="${file}"><img src="${file}" alt="${file}" width="${width / 2}" loading="lazy"></a>`;
        }),
      ),
    );
    return `<h2>${state}</h2><p>${shots.join("")}</p>`;
  });
  const head = '<!doctype html><meta charset="utf-8"><title>Kapok, screen by screen</title>';
  await writeFile(`${FOLDER}/index.html`, `${head}${rows.join("\n")}`);
}

test.beforeAll(() => mkdir(FOLDER, { recursive: true }));
test.afterAll(writeIndex);

inEachLanguage((language) => {
  test("every screen", async ({ page, say, server, context, watch }) => {
    for (const status of [401, 404, 422]) watch.expectStatus(status, "/");
    watch.expectCutLine();
    const member = await newMember(server, { points: 12_480, tutorial: true });
    const newcomer = await newMember(server);
    for (const { name, show, after } of STATES) {
      await test.step(name, async () => {
        const stage = { page, say, server, context, language, member, newcomer };
        await show(stage);
        await settled(page);
        await photograph(page, name, language);
        await after?.(stage);
      });
    }
    expect(taken.size).toBe(STATES.length);
  });
});
