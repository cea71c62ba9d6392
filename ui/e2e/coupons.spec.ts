import { paths } from "../src/shared/paths";
import { button, heading, link } from "./support/app";
import { BOOKS, openBooks, withCoupon } from "./support/coupon";
import { expect, test } from "./support/fixtures";

test("a coupon requested while offline does not open by itself when online again", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectCutLine();
  await withCoupon(page, say, server);
  const coupon = page.getByRole("button", { name: BOOKS });
  const question = page.getByRole("alertdialog");
  // The app prefetches the screen that shows a code.
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /CodeScreen-/.test(name)),
  );
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await coupon.click();
  await button(question, say("rewards:open.open")).click();
  await expect(question.getByText(say("rewards:open.lost"))).toBeVisible();
  await button(question, say("rewards:open.notYet")).click();
  await context.setOffline(false);

  let asked = 0;
  page.on("request", (request) => {
    if (request.url().includes("/api/redeem/use/")) asked++;
  });
  await link(page, say("nav.redeem")).click();
  await expect(page.getByRole("heading", { name: say("redeem:coupons") })).toBeVisible();
  await Promise.all([page.waitForResponse(/\/api\/redeem\/myredeems/), page.goto(paths.rewards)]);
  await expect(coupon).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
  expect(asked, "no request opens it").toBe(0);
  await expect(coupon).not.toHaveAttribute("aria-disabled");

  await coupon.click();
  await button(question, say("rewards:open.open")).click();
  await expect(page.getByRole("timer")).toHaveAccessibleName(/(5:00|4:5\d)/);
});

test("a coupon whose answer was lost shows its code on the next attempt", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectCutLine();
  await withCoupon(page, say, server);
  const coupon = page.getByRole("button", { name: BOOKS });
  const question = page.getByRole("alertdialog");
  let lost = 0;
  await page.route("**/api/redeem/use/*", async (route) => {
    if (lost++ > 0) return route.fallback();
    // The server makes the change; the phone gets no answer.
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await coupon.click();
  await button(question, say("rewards:open.open")).click();
  await expect(question.getByText(say("rewards:open.lost"))).toBeVisible();
  const [list] = await Promise.all([
    page.waitForResponse(/\/api\/redeem\/myredeems/),
    button(question, say("rewards:open.notYet")).click(),
  ]);
  expect((await list.json())[0].used, "the server has opened the coupon").toBe(true);
  await page.reload();
  await expect(page.getByRole("timer"), "the coupon does not open by itself").toHaveCount(0);
  await coupon.click();
  await button(question, say("rewards:open.open")).click();
  await expect(page.getByRole("timer")).toHaveAccessibleName(/4:[0-5]\d/);
});

test("an open coupon is shown again after the system ended the app and its list fails", async ({
  page,
  say,
  server,
  watch,
}) => {
  await withCoupon(page, say, server);
  await page.evaluate(() => localStorage.setItem("rememberMe", "true"));
  await openBooks(page, say);
  await page.evaluate(() => sessionStorage.clear());
  watch.expectStatus(503, "/api/redeem/myredeems");
  await page.route("**/api/redeem/myredeems*", (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(paths.rewards);
  await expect(page.getByRole("timer")).toHaveAccessibleName(/4:[0-5]\d/);
  await expect(heading(page, BOOKS)).toBeVisible();
  await button(page, say("close")).click();
  await button(page, say("rewards:leave.leave")).click();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await page.goto(paths.rewards);
  await expect(page.getByText(say("rewards:error"))).toBeVisible();
  await expect(page.getByRole("timer"), "a closed coupon stays closed").toHaveCount(0);
});

test("logging out closes the member's open coupon", async ({ page, say, server }) => {
  await withCoupon(page, say, server);
  await page.evaluate(() => localStorage.setItem("rememberMe", "true"));
  await openBooks(page, say);
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await expect(page).toHaveURL(paths.login);
  expect(await page.evaluate(() => localStorage.getItem("intents"))).toBeNull();
});
