import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button, heading, link, logIn, movement, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { newMember } from "./support/people";
import { readFromScreen } from "./support/qr";

const BOOKS = { en: "HK$30 second-hand books", zh: "$30 二手书优惠券", zhhk: "$30 二手書優惠券" };

/** The worker is in charge, holds every file that the page came with, and the member's last data is kept. */
async function settled(page: Page, seen: readonly string[]) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const filesHeld = async () => {
    const files = performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => new URL(name).pathname.startsWith("/assets/"));
    const held = await Promise.all(files.map((name) => caches.match(name)));
    return held.every(Boolean);
  };
  await expect.poll(() => page.evaluate(filesHeld), "files that are held").toBe(true);
  const kept = async () => (await (await caches.match("/kept"))?.text()) ?? "";
  for (const word of seen) await expect.poll(() => page.evaluate(kept), "what is kept").toContain(word);
}

inEachLanguage((language) => {
  test("without a line the app opens with the balance, the history, the code and the coupons", async ({
    page,
    say,
    server,
    watch,
    context,
  }) => {
    watch.expectCutLine();
    const member = await newMember(server, { points: 2_000 });
    await page.goto(paths.login);
    await page.getByRole("checkbox", { name: say("login:remember") }).check();
    await logInHere(page);
    await redeem(page, say, `${BOOKS[language]} 800 ${say("pointsWord")}`);
    for (const path of [paths.home, paths.points, paths.profile, paths.saved]) await page.goto(path);
    await expect(page.getByRole("button", { name: BOOKS[language] })).toBeVisible();
    await settled(page, ["1200", member.shortId, "redeemItemSnapshot", "balanceAfter"]);

    await context.setOffline(true);
    await page.goto(paths.home);
    await expect(stencil(page, "1,200")).toBeVisible();
    await expect(page.getByText(say("offline"))).toBeVisible();
    await audit(page, "Home, opened offline");
    await link(page, say("nav.me")).click();
    expect(await readFromScreen(page.getByRole("img", { name: say("profile:qr") }))).toBe(member.shortId);
    await page.goto(paths.saved);
    await expect(page.getByRole("button", { name: BOOKS[language] })).toBeVisible();
    await audit(page, "coupons, opened offline");
    await page.goto(paths.points);
    await expect(movement(page, BOOKS[language], "−800")).toBeVisible();
    // A coupon is opened by the server alone, and nothing is lost by trying.
    await page.goto(paths.saved);
    await page.getByRole("button", { name: BOOKS[language] }).click();
    await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
    await expect(page.getByText(say("rewards:open.lost"))).toBeVisible();
    await context.setOffline(false);
    await button(page.getByRole("alertdialog"), say("tryAgain")).click();
    await expect(page.getByRole("timer")).toBeVisible();

    async function logInHere(at: Page) {
      await at.getByLabel(say("login:identifier"), { exact: true }).fill(member.email);
      await at.locator('input[type="password"]').fill("Cotton-tree-88");
      await button(at, say("login:submit")).click();
      await expect(at).toHaveURL(paths.home);
    }
  });
});

test("what was typed outlives a lost connection", async ({ page, say, server, watch, context }) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 50 });
  await logIn(page, say, member.email);
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill("bob@kapok.example");
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("5");
  await button(page, say("transfer:review")).click();
  await context.setOffline(true);
  await button(page, say("transfer:confirm")).click();
  await expect(page.getByRole("alert").filter({ hasText: say("transfer:errors.offline") })).toBeVisible();
  await audit(page, "a transfer without a line");
  await context.setOffline(false);
  await page.reload();
  await expect(heading(page, say("transfer:reviewTitle"))).toBeVisible();
  await button(page, say("transfer:confirm")).click();
  await expect(heading(page, say("transfer:sent", { count: 5, amount: "5" }))).toBeVisible();
});
