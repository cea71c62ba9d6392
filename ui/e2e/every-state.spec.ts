import type { Page } from "@playwright/test";
import type { Language } from "../src/i18n/language";
import { audit, auditDark } from "./support/audit";
import { crowded, cutWords, drawn, moving, sideways, smallTargets } from "./support/fit";
import { expect, test } from "./support/fixtures";
import { watchShifts } from "./support/layoutShift";
import { CHAPTERS, walk } from "./support/states";
import { COUNTER_CHAPTERS } from "./support/states/till";

// The chapters are independent, so that each worker can take the next one.
test.describe.configure({ mode: "parallel" });

interface Dress {
  language: Language;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
  /** True if the test watches for layout shifts, on a slow line. */
  shifts: boolean;
}

/**
 * All chapters are walked in English, whose words are the longest, and those of members each in one of the two Chinese,
 * which are written with the same widths; the other Chinese sees the screens of that chapter in its own journeys. Colours and layout shifts
 * do not depend on the words: colours are checked in English, in both appearances, and shifts in English and in one of the
 * Chinese, each in another appearance and width.
 */
const DRESSES: readonly Dress[] = [
  { language: "en", colorScheme: "light", viewport: { width: 375, height: 720 }, shifts: true },
  { language: "zh", colorScheme: "light", viewport: { width: 375, height: 812 }, shifts: false },
  { language: "zhhk", colorScheme: "dark", viewport: { width: 320, height: 720 }, shifts: true },
];

const USUAL = { width: 375, height: 812 };
const NARROW = { width: 320, height: 720 };

async function checkAccess(page: Page, name: string, { language }: Dress) {
  await audit(page, name);
  if (language === "en") await auditDark(page, name);
  await page.setViewportSize(USUAL);
  await drawn(page);
  expect.soft(await smallTargets(page), `targets of ${name}`).toEqual([]);
  expect.soft(await moving(page), `what moves in ${name}`).toEqual([]);
  await page.setViewportSize(NARROW);
  await drawn(page);
  expect.soft(await sideways(page), `${name} at 320 px`).toEqual([]);
  expect.soft(await cutWords(page), `words cut in ${name} at 320 px`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await drawn(page);
  expect.soft(await crowded(page), `the bar in ${name} with twice the text at 320 px`).toEqual([]);
  await page.setViewportSize(USUAL);
  await drawn(page);
  expect.soft(await sideways(page), `${name} with twice the text`).toEqual([]);
  expect.soft(await cutWords(page), `words cut in ${name} with twice the text`).toEqual([]);
  expect.soft(await crowded(page), `the bar in ${name} with twice the text`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

test("every listed state has a unique name", () => {
  const names = [...CHAPTERS, ...COUNTER_CHAPTERS].flatMap(({ states }) => states.map(({ name }) => name));
  expect(names).toEqual([...new Set(names)]);
});

/** The two Chinese take turns. */
function isWalkedIn(language: Language, place: number) {
  return language === "en" || (language === "zh") === (place % 2 === 0);
}

for (const dress of DRESSES) {
  const { language, colorScheme, viewport } = dress;
  test.describe(language, () => {
    test.use({ language, colorScheme, viewport });

    const mine = CHAPTERS.filter((_, place) => isWalkedIn(language, place));
    for (const chapter of [...mine, ...COUNTER_CHAPTERS])
      test(`${chapter.name}: passes axe, fits 320 px and doubled text, has large targets, and nothing moves`, async ({
        page,
        say,
        server,
        context,
        watch,
      }) => {
        test.setTimeout(240_000);
        const shifts = dress.shifts ? await watchShifts(page) : undefined;
        await walk(chapter, { page, say, server, context, watch, language }, async (name) => {
          if (shifts) expect.soft(await shifts.look(name), `what moved in ${name}`).toEqual([]);
          await checkAccess(page, name, dress);
          await page.setViewportSize(viewport);
          // The checks have moved elements themselves.
          await shifts?.forget();
        });
      });
  });
}
