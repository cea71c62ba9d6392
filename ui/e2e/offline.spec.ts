import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import {
  button,
  fillLogin,
  heading,
  link,
  logIn,
  logInRemembered,
  movement,
  stencil,
  untilKept,
} from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { ALICE, newMember, PASSWORD } from "./support/people";
import { readFromScreen } from "./support/qr";
import { wordsOf } from "./support/words";

const BOOKS = { en: "HK$30 second-hand books", zh: "$30 二手书优惠券", zhhk: "$30 二手書優惠券" };

/** Waits until the worker controls the page, has cached its files, and the member's data is stored. */
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
  await expect.poll(() => page.evaluate(filesHeld), "cached files").toBe(true);
  for (const word of seen) await untilKept(page, word);
}

inOneLanguage("zhhk", (language) => {
  test("the app opens offline with the balance, the history, the code and the coupons", async ({
    page,
    say,
    server,
    watch,
    context,
  }) => {
    watch.expectCutLine();
    const member = await newMember(server, { points: 2_000 });
    await logInRemembered(page, say, member.email);
    await redeem(page, say, `${BOOKS[language]} 800 ${say("pointsWord")}`);
    await page.goto(paths.privacy);
    const policy = await page.getByRole("article").textContent();
    await settled(page, ["paragraph"]);
    for (const path of [paths.home, paths.points, paths.profile, paths.saved]) await page.goto(path);
    await expect(page.getByRole("button", { name: BOOKS[language] })).toBeVisible();
    await settled(page, ["1200", member.shortId, "redeemItemSnapshot", "-800"]);

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
    await page.goto(paths.privacy);
    await expect(page.getByRole("article")).toHaveText(policy ?? "");
    // Only the server can open a coupon; a failed attempt loses nothing.
    await page.goto(paths.saved);
    await page.getByRole("button", { name: BOOKS[language] }).click();
    await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
    await expect(page.getByText(say("rewards:open.lost"))).toBeVisible();
    await context.setOffline(false);
    await button(page.getByRole("alertdialog"), say("tryAgain")).click();
    await expect(page.getByRole("timer")).toBeVisible();
  });
});

test("offline, earlier answers, choices and the device's own settings are available", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 60 });
  await logInRemembered(page, say, member.email);
  await page.goto(paths.notifications);
  const told = (await page.getByRole("heading", { level: 3 }).first().textContent()) ?? "";
  await untilKept(page, told);
  await page.goto(paths.messages);
  await expect(heading(page, say("messages:kinds.marketing.title"))).toBeVisible();
  await untilKept(page, "marketing");
  await page.goto(paths.settings);
  await expect(heading(page, say("settings:appearance"))).toBeVisible();
  await settled(page, [told, "marketing", "walletRequired"]);
  await context.setOffline(true);
  await page.goto(paths.notifications);
  await expect(heading(page, told)).toBeVisible();
  await page.goto(paths.messages);
  await expect(heading(page, say("messages:kinds.marketing.title"))).toBeVisible();
  await page.goto(paths.settings);
  await expect(heading(page, say("settings:appearance"))).toBeVisible();
  await expect(page.getByText(say("settings:messages.title"))).toBeVisible();
  // This screen was never opened before.
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
});

test("offline, a screen that fails leads to the help page, which opens", async ({
  page,
  say,
  watch,
  context,
}) => {
  watch.expectCutLine();
  await logInRemembered(page, say, ALICE.email);
  await page.goto(paths.points);
  await settled(page, ["longPasswords"]);
  await context.setOffline(true);
  await page.goto(paths.statements);
  await link(page.getByRole("alert"), say("profile:help")).click();
  await expect(heading(page, say("help:title"))).toBeVisible();
  await expect(heading(page, say("help:questions"))).toBeVisible();
  await audit(page, "the help page, opened offline");
});

test("a browser that was closed and opened again offline still knows its member", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 120 });
  await logInRemembered(page, say, member.email);
  await expect(stencil(page, "120")).toBeVisible();
  await page.goto(paths.profile);
  await settled(page, ["120", member.shortId]);
  await page.close();
  // Session cookies are gone; persistent ones are still there.
  const lasting = (await context.cookies()).filter(({ expires }) => expires > 0);
  await context.clearCookies();
  await context.addCookies(lasting);

  await context.setOffline(true);
  const later = await context.newPage();
  await later.goto(paths.home);
  await expect(stencil(later, "120")).toBeVisible();
  await expect(later.getByText(say("offline"))).toBeVisible();
  await link(later, say("nav.me")).click();
  expect(await readFromScreen(later.getByRole("img", { name: say("profile:qr") }))).toBe(member.shortId);
});

test("a member who has just logged in finds everything offline", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 90 });
  await page.goto(paths.login);
  // The app has finished its work for a visitor.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await fillLogin(page, say, member.email, PASSWORD);
  await expect(stencil(page, "90")).toBeVisible();
  await settled(page, ["transactions", "redemptions", member.shortId]);
  await context.setOffline(true);
  await link(page, say("nav.me")).click();
  expect(await readFromScreen(page.getByRole("img", { name: say("profile:qr") }))).toBe(member.shortId);
  await link(page, say("nav.saved")).click();
  await expect(heading(page, say("rewards:emptyTitle"))).toBeVisible();
});

test("the language can be changed offline", async ({ page, say, watch, context }) => {
  watch.expectCutLine();
  await logIn(page, say, ALICE.email);
  await page.goto(paths.settings);
  await expect(heading(page, say("settings:title"))).toBeVisible();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const words = async () => {
    const held = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    const files = (await Promise.all(held)).flat();
    return ["zh-", "zhhk-"].every((name) => files.some(({ url }) => url.includes(`/assets/${name}`)));
  };
  await expect.poll(() => page.evaluate(words), "cached texts").toBe(true);
  await context.setOffline(true);
  await page.getByRole("radio", { name: "繁體中文" }).check();
  await expect(heading(page, wordsOf("zhhk")("settings:title"))).toBeVisible();
  await expect(page.getByText(wordsOf("zhhk")("offline"))).toBeVisible();
  await page.getByRole("radio", { name: "简体中文" }).check();
  await expect(heading(page, wordsOf("zh")("settings:title"))).toBeVisible();
});

test("the input outlives a lost connection", async ({ page, say, server, watch, context }) => {
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

test("pictures that failed to load leave a plain area and load when online again", async ({
  page,
  say,
  watch,
  context,
}) => {
  watch.expectCutLine();
  let cut = true;
  await page.route("**/media/**", (route) => (cut ? route.abort() : route.continue()));
  await logIn(page, say, ALICE.email);
  // Other tests may have written stories without a picture.
  const picture = page.locator("main ul img[src*=media]").first();
  await expect(picture).toHaveAttribute("data-lost", "");
  expect(await picture.evaluate((image) => getComputedStyle(image).content)).toContain("gradient");
  cut = false;
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(picture).not.toHaveAttribute("data-lost");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test("the offline note moves no element and covers no button", async ({ page, say, watch, context }) => {
  watch.expectCutLine();
  await logIn(page, say, ALICE.email);
  const last = button(page, say("profile:logOut"));
  await page.goto(paths.profile);
  await expect(last).toBeVisible();
  await settled(page, []);
  await page.goto(paths.transfer);
  const review = button(page, say("transfer:review"));
  const title = heading(page, say("transfer:title"));
  await expect(review).toBeVisible();
  const before = [await title.boundingBox(), await review.boundingBox()];
  await context.setOffline(true);
  const words = page.getByText(say("offline"));
  await expect(words).toBeVisible();
  expect([await title.boundingBox(), await review.boundingBox()]).toEqual(before);
  const said = await words.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(before[1]?.y ?? 0);

  // Content below the note can be scrolled clear of it.
  await link(page, say("nav.me")).click();
  await last.scrollIntoViewIfNeeded();
  await page.locator("main").evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const end = await last.boundingBox();
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await words.boundingBox())?.y ?? 0);
});
