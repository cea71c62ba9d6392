import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"];

/** No violation of WCAG 2.2 AA in what is on screen now. `state` names it where there is one. */
export async function audit(page: Page, state: string) {
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
