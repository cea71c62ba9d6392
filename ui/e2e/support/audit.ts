import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];
const COLOURS = "color-contrast";
// Less than half as long as `axe.source`, which every new page would have to read.
const AXE = readFileSync(new URL("../../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

let pictures = 0;

/** Expects no violation of WCAG 2.2 AA on the screen. `state` names the screen in an error. */
export async function audit(page: Page, state: string) {
  // For visual checks: E2E_SHOTS names a folder for a picture of every state.
  const folder = process.env.E2E_SHOTS;
  if (folder) {
    const worn = await page.evaluate(() => document.documentElement.lang);
    const place = `${test.info().workerIndex}-${String(++pictures).padStart(3, "0")}`;
    await page.screenshot({ path: `${folder}/${worn} ${state} ${place}.png` });
  }
  await expectNone(page, state, { type: "tag", values: TAGS });
}

/** Checks a screen in the light and in the dark appearance. */
export async function auditBoth(page: Page, state: string) {
  await audit(page, state);
  await auditDark(page, state);
}

/** Expects enough contrast in the dark appearance, which changes nothing else of what `audit` checks. */
export async function auditDark(page: Page, state: string) {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNone(page, `${state}, dark`, { type: "rule", values: [COLOURS] });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

async function expectNone(page: Page, state: string, runOnly: axe.RunOnly) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async (rules) => {
    // An element that still fades in has too little contrast. The ring of a coupon's time runs for minutes.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === "running" && Number(effect?.getComputedTiming().endTime) < 2_000,
      );
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { violations } = await window.axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\n${failureSummary}`),
    );
  }, runOnly);
  expect.soft(found, `accessibility of ${state}`).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
