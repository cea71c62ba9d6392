import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

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
  await page.evaluate(axe.source);
  const found = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, {
      runOnly: { type: "tag", values: tags },
      resultTypes: ["violations"],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}\n${failureSummary}`),
    );
  }, TAGS);
  expect.soft(found, `accessibility of ${state}`).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
