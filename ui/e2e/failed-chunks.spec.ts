import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { ALICE, newMember } from "./support/people";

// The service worker would serve the chunks without a connection.
test.use({ serviceWorkers: "block" });

const BOOKS = "HK$30 second-hand books";

// Called before the page loads, so that the cache has none of the files.
async function without(page: Page, chunk: string, files = "") {
  await page.route(new RegExp(`/assets/${chunk}-.*${files}`), (route) => route.abort("internetdisconnected"));
}

test("a scanner chunk that fails to load keeps the input", async ({ page, say, watch }) => {
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
  // A browser may cache the failed import until the page is reloaded.
  await button(page, say("reload")).click();
  await expect(button(page, say("reload"))).toBeHidden();
  await expect(recipient).toHaveValue("6123");
  await button(page, say("transfer:scan")).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("an article whose text fails to load keeps its title and the back button", async ({
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

for (const [what, files] of [
  ["its code screen", "\\.js"],
  ["its style sheet", "\\.css"],
] as const) {
  test(`a coupon stays closed if ${what} fails to load`, async ({ page, say, server, watch }) => {
    watch.expectCutLine();
    const member = await newMember(server, { points: 800 });
    await without(page, "CodeScreen", files);
    await logIn(page, say, member.email);
    await redeem(page, say, `${BOOKS} 800 points`);
    await page.goto(paths.saved);
    let used = 0;
    page.on("request", (request) => {
      if (request.url().includes("/api/redeem/use/")) used += 1;
    });
    const coupon = page.getByRole("button", { name: BOOKS });
    await coupon.click();
    await button(page, say("rewards:open.open")).click();
    await expect(page.getByText(say("failedText"))).toBeVisible();
    expect(used, "requests to open it").toBe(0);
    await page.unrouteAll();
    const timer = page.getByRole("timer");
    // Browsers differ: the chunk is requested again, or the page reloads with the coupon still closed.
    const shown = timer.waitFor().then(() => true);
    const anew = page.waitForEvent("domcontentloaded").then(() => false);
    await button(page, say("tryAgain")).click();
    if (!(await Promise.any([shown, anew]))) {
      await coupon.click();
      await button(page, say("rewards:open.open")).click();
    }
    await expect(timer).toBeVisible();
    expect(used, "requests to open it").toBe(1);
  });
}

test("a screen whose style sheet fails to load is not shown unstyled", async ({ page, say, watch }) => {
  watch.expectCutLine();
  await without(page, "SavedScreen", "\\.css");
  await logIn(page, say, ALICE.email);
  await link(page, say("nav.saved")).click();
  await expect(heading(page, say("failedTitle"))).toBeVisible();
  await page.unrouteAll();
  await link(page, say("nav.explore")).click();
  await link(page, say("nav.saved")).click();
  await expect(heading(page, say("saved:title"))).toBeVisible();
  const rules = await page.evaluate((path) => {
    const sheet = Array.from(document.styleSheets).find(({ href }) => href?.includes(path));
    // The rules of a failed sheet cannot be read.
    return sheet && Array.from(sheet.cssRules).length;
  }, "/assets/SavedScreen-");
  expect(rules).toBeGreaterThan(0);
});
