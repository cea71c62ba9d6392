import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { ALICE, newMember } from "./support/people";

// What the worker holds would come without a line.
test.use({ serviceWorkers: "block" });

const BOOKS = "HK$30 second-hand books";

// Before the page begins, so that nothing of it is in the cache.
async function without(page: Page, chunk: string) {
  await page.route(new RegExp(`/assets/${chunk}-`), (route) => route.abort("internetdisconnected"));
}

test("a camera that does not come leaves what was typed", async ({ page, say, watch }) => {
  watch.expectCutLine();
  await without(page, "ScannerDialog");
  await logIn(page, say, ALICE.email);
  await page.goto(paths.transfer);
  const recipient = page.getByRole("textbox", { name: say("transfer:recipient") });
  await recipient.fill("6123");
  await button(page, say("transfer:scan")).click();
  await expect(page.getByText(say("failedText"))).toBeVisible();
  await expect(recipient).toHaveValue("6123");
  await page.unrouteAll();
  // A browser may remember for as long as the page stands that it did not come.
  await button(page, say("reload")).click();
  await expect(button(page, say("reload"))).toBeHidden();
  await expect(recipient).toHaveValue("6123");
  await button(page, say("transfer:scan")).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("an article whose text does not come keeps its title, and the way back", async ({
  page,
  say,
  watch,
}) => {
  watch.expectCutLine();
  await without(page, "ArticleHtml");
  await logIn(page, say, ALICE.email);
  await page
    .getByRole("article")
    .or(page.getByRole("link").filter({ has: page.getByRole("heading", { level: 3 }) }))
    .first()
    .click();
  await expect(heading(page, say("failedTitle"))).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await audit(page, "an article whose text did not come");
  await page.unrouteAll();
  await button(page, say("tryAgain")).click();
  await expect(heading(page, say("failedTitle"))).toBeHidden();
});

test("a coupon stays shut where what shows it does not come", async ({ page, say, server, watch }) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 800 });
  await without(page, "CodeScreen");
  await logIn(page, say, member.email);
  await redeem(page, say, `${BOOKS} 800 points`);
  await page.goto(paths.saved);
  let used = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/redeem/use/")) used += 1;
  });
  await page.getByRole("button", { name: BOOKS }).click();
  await button(page, say("rewards:open.open")).click();
  await expect(page.getByText(say("failedText"))).toBeVisible();
  expect(used, "how often it was opened").toBe(0);
  await page.unrouteAll();
  await button(page, say("tryAgain")).click();
  // Whichever the browser does: ask again, or have the page loaded anew, where the coupon is still shut.
  const timer = page.getByRole("timer");
  const coupon = page.getByRole("button", { name: BOOKS });
  await expect(timer.or(coupon)).toBeVisible();
  if (!(await timer.isVisible())) {
    await coupon.click();
    await button(page, say("rewards:open.open")).click();
  }
  await expect(timer).toBeVisible();
  expect(used, "how often it was opened").toBe(1);
});
