import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, logIn } from "./support/app";
import { auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";
import { pullDown } from "./support/pull";

/** The code of the pull loads after the first screen, and keeps the browser's own pull out from then on. */
async function untilReady(page: Page) {
  const contained = () => getComputedStyle(document.documentElement).overscrollBehaviorY;
  await expect.poll(() => page.evaluate(contained)).toBe("contain");
}

/** Counts the calls of a path from now on. */
async function countCalls(page: Page, path: string): Promise<() => number> {
  let calls = 0;
  await page.route(`**/api/${path}*`, async (route) => {
    calls += 1;
    await route.continue();
  });
  return () => calls;
}

inEachLanguage(() => {
  test("a pull from the top fetches the screen again and says so", async ({ page, say, server }) => {
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.goto(paths.explorer);
    await expect(page.locator("main img").first()).toBeVisible();
    await untilReady(page);
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/partner/list*", async (route) => {
      await held;
      await route.continue();
    });
    const release = await pullDown(page, 100);
    const asked = page.waitForRequest("**/api/partner/list*");
    await release();
    await asked;
    const status = page.getByRole("status");
    await expect(status.filter({ hasText: say("refresh:busy") })).toBeAttached();
    await auditBoth(page, "a screen that is pulled");
    answer();
    await expect(status.filter({ hasText: say("refresh:done") })).toBeAttached();
  });
});

test("a button fetches the screen again for members who cannot pull", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.explorer);
  await expect(page.locator("main img").first()).toBeVisible();
  await untilReady(page);
  const calls = await countCalls(page, "partner/list");
  const again = page.getByRole("button", { name: say("refresh:again"), exact: true });
  await again.focus();
  await page.keyboard.press("Enter");
  await expect.poll(calls).toBe(1);
  await expect(page.getByRole("status").filter({ hasText: say("refresh:done") })).toBeAttached();
  await expect(again).toBeFocused();
});

test("a short pull, a pull in the middle and a pull over a dialog fetch nothing", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.explorer);
  await expect(page.locator("main img").first()).toBeVisible();
  await untilReady(page);
  const calls = await countCalls(page, "partner/list");
  const pull = async (by: number) => (await pullDown(page, by))();
  await pull(40);
  await page.locator("main").evaluate((main) => {
    main.scrollTop = 300;
  });
  await pull(150);
  await page.goto(paths.points);
  await untilReady(page);
  const history = await countCalls(page, "transaction/listMyTransactions");
  await button(page, say("about")).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await pull(150);
  await button(page, say("gotIt")).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect([calls(), history()]).toEqual([0, 0]);
  // The same finger without a dialog does fetch.
  await pull(150);
  await expect.poll(history).toBe(1);
});

test("a pull whose answers fail keeps the screen and says so", async ({ page, say, watch }) => {
  watch.expectStatus(404, "/api/");
  await logIn(page, say, ALICE.email);
  await page.goto(paths.redeem);
  await expect(heading(page, say("redeem:coupons"))).toBeVisible();
  await untilReady(page);
  await page.route("**/api/redeem/list*", (route) =>
    route.fulfill({
      status: 404,
      contentType: "application/problem+json",
      json: { status: 404, code: "gone", message: "" },
    }),
  );
  const release = await pullDown(page, 120);
  await release();
  await expect(page.getByText(say("refresh:failed"))).toBeVisible();
  await expect(heading(page, say("redeem:coupons"))).toBeVisible();
});
