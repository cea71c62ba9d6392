import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, movement } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { expectBalance, redeem } from "./support/journey";
import { ALICE, newItem, newMember, rejectExchange } from "./support/people";

const REFILL = { en: "Hand soap refill, 500 ml", zh: "洗手液续装 500 毫升", zhhk: "洗手液添裝 500 毫升" };
const TREE = { en: "Plant one native tree", zh: "种一棵本地树", zhhk: "種一棵原生樹" };
const BOOKS = { en: "HK$30 second-hand books", zh: "$30 二手书优惠券", zhhk: "$30 二手書優惠券" };
const REASON = "The registry is closed today.";
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

/** A browser wallet that declines that many times before it agrees. */
async function installWallet(page: Page, declines: number) {
  await page.addInitScript(
    ({ address, times }) => {
      let left = times;
      const request = async ({ method }: { method: string }) => {
        if (method !== "eth_requestAccounts") throw Object.assign(new Error("unsupported"), { code: 4200 });
        if (left-- > 0) throw Object.assign(new Error("rejected"), { code: 4001 });
        return [address];
      };
      Object.assign(window, { ethereum: { request } });
    },
    { address: ADDRESS, times: declines },
  );
}

test("the items of the demo keep their chosen order", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.redeem);
  // Other tests may add items before these.
  await button(page, `${TREE.en} 3,000 ${say("pointsWord")}`).waitFor();
  const shown = await page.getByRole("main").getByRole("button").allTextContents();
  const first = [TREE.en, "Carbon credit token", "Nine Hills filter coffee", "HK$20 bakery coupon"];
  const places = first.map((name) => shown.findIndex((text) => text.startsWith(name)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

inEachLanguage((language) => {
  test("the rewards can be sorted and kept to what the points buy, and sold out ones stay", async ({
    page,
    say,
    server,
  }) => {
    const [cheap, gone, dear] = ["Paper fan", "Tea tin", "Silk scarf"].map((name) => `${name} ${language}`);
    await newItem(server, cheap ?? "", { active: true, points: 21 });
    await newItem(server, gone ?? "", { active: true, points: 22, leftover: 0 });
    await newItem(server, dear ?? "", { active: true, points: 90_000 });
    const member = await newMember(server, { points: 500 });
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    await page.goto(paths.redeem);
    const tile = (name = "") => page.getByRole("main").getByRole("button", { name });
    await expect(tile(gone)).toContainText(say("redeem:soldOut"));
    await expect(tile(dear)).toBeVisible();
    await auditBoth(page, "rewards with one that is sold out");

    await button(page, say("redeem:affordable")).click();
    await expect(button(page, say("redeem:affordable"))).toHaveAttribute("aria-pressed", "true");
    await expect(tile(cheap)).toBeVisible();
    await expect(tile(gone)).toBeVisible();
    await expect(tile(dear)).toHaveCount(0);
    await auditBoth(page, "rewards that the points buy");

    await button(page, say("redeem:affordable")).click();
    await page.getByRole("combobox", { name: say("redeem:sort") }).selectOption("cheapest");
    await expect(page.getByRole("heading", { name: say("redeem:afford") })).toBeVisible();
    await expect(page.getByRole("heading", { name: say("redeem:further") })).toBeVisible();
    const shown = await page.getByRole("main").getByRole("button").allTextContents();
    const places = [cheap, gone, dear].map((name = "") => shown.findIndex((text) => text.includes(name)));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    await auditBoth(page, "rewards by price");
  });
});

inOneLanguage("zh", (language) => {
  test("a member with too few points sees so and where to earn more", async ({ page, say, server }) => {
    const member = await newMember(server, { points: 100 });
    await logIn(page, say, member.email);
    await page.goto(paths.redeem);
    await button(page, `${REFILL[language]} 600 ${say("pointsWord")}`).click();
    await expect(page.getByText(say("redeem:short", { count: 500, amount: "500" }))).toBeVisible();
    await audit(page, "an item that costs too much");
    await expect(button(page, say("redeem:redeem"))).toBeHidden();
    await link(page, say("redeem:earn")).click();
    await expect(heading(page, say("explorer:title"))).toBeVisible();
  });

  test("a purchase after the balance was spent elsewhere is refused without losing points", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(422, "/api/redeem/purchase/");
    const member = await newMember(server, { points: 100 });
    await logIn(page, say, member.email);
    // The page has an older balance than the server.
    await page.route("**/api/auth/getUserInfo", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), points: 700 } });
    });
    await page.route("**/api/events", (route) => route.fulfill({ status: 204 }));
    await redeem(page, say, `${REFILL[language]} 600 ${say("pointsWord")}`);
    await expect(page.getByText(say("redeem:result.insufficient.text"))).toBeVisible();
    await audit(page, "not enough points");
    // An answer may be on its way through the route above.
    await page.unrouteAll({ behavior: "wait" });
    await link(page, say("redeem:result.back")).click();
    await expectBalance(page, 100);
  });

  test("a member who goes offline right after paying still sees the purchase", async ({
    page,
    say,
    server,
    watch,
    context,
  }) => {
    watch.expectCutLine();
    const member = await newMember(server, { points: 2_000 });
    await logIn(page, say, member.email);
    await page.route("**/api/redeem/purchase/*", async (route) => {
      const answer = await route.fetch();
      await context.setOffline(true);
      await route.fulfill({ response: answer });
    });
    await redeem(page, say, `${BOOKS[language]} 800 ${say("pointsWord")}`);
    await expect(heading(page, say("redeem:result.done.title"))).toBeVisible();
    await expect(page.getByText(say("failedText"))).toBeHidden();
    await audit(page, "bought, without a line");
  });

  test("an exchange asks for a wallet, locks the points, and returns them when it is rejected", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 3_100 });
    await installWallet(page, 1);
    await logIn(page, say, member.email);
    await page.goto(paths.redeem);
    const name = TREE[language];
    await button(page, `${name} 3,000 ${say("pointsWord")}`).click();
    const sheet = page.getByRole("dialog");
    await expect(button(sheet, say("redeem:redeem"))).toHaveCount(0);
    await audit(page, "an exchange without a wallet");
    await button(sheet, say("redeem:connect")).click();
    await expect(sheet.getByText(say("redeem:walletFailures.declined"))).toBeVisible();
    await audit(page, "a wallet that declined");
    await button(sheet, say("redeem:connect")).click();
    await expect(sheet.getByText("0x5290 84…E416 9EE7")).toBeVisible();
    await audit(page, "an exchange with a wallet");
    await button(sheet, say("redeem:redeem")).click();
    await button(page.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
    await expect(heading(page, say("redeem:result.processing.title"))).toBeVisible();
    await link(page, say("redeem:result.processing.button")).click();

    const tile = page.getByRole("button", { name });
    await expect(tile).toContainText(say("rewards:processing"));
    await tile.press("Enter");
    const told = page.getByRole("dialog");
    await expect(
      told.getByText(say("rewards:exchange.processing", { count: 3000, points: "3,000" })),
    ).toBeVisible();
    await expect(told.getByText("0x5290 84…E416 9EE7")).toBeVisible();
    await audit(page, "an exchange in process");
    await button(told, say("close")).click();
    await expect(tile).toBeFocused();
    // The sheet takes its entry out of the history, which would stop a navigation that begins meanwhile.
    await expect.poll(() => page.evaluate(() => window.history.state?.usr?.overlay ?? false)).toBe(false);
    await expectBalance(page, 100);

    await rejectExchange(server, REASON);
    await page.goto(paths.profile);
    await link(page, say("profile:rewards")).click();
    await expect(tile).toContainText(say("rewards:rejected"));
    await expect(tile).toContainText(say("rewards:rejectedNote"));
    await tile.click();
    await expect(
      told.getByText(say("rewards:exchange.rejected", { count: 3000, points: "3,000" })),
    ).toBeVisible();
    await audit(page, "a rejected exchange");
    await link(told, say("rewards:exchange.why")).click();
    await expect(page.getByText(REASON)).toContainText(name);
    await expectBalance(page, 3_100);
    await expect(movement(page, name, "−3,000")).toBeVisible();
    await expect(movement(page, name, "+3,000")).toBeVisible();
    await page.goto(paths.notifications);
    await expect(page.getByText(REASON)).toContainText(name);
  });
});

test("without a wallet in the browser, the member sees which one to get", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 3_000 });
  await logIn(page, say, member.email);
  await page.goto(paths.redeem);
  await button(page, `${TREE.en} 3,000 points`).click();
  await button(page, say("redeem:connect")).click();
  await expect(page.getByText(say("redeem:walletFailures.missing"))).toBeVisible();
  await expect(link(page, say("redeem:getWallet"))).toHaveAttribute("rel", /noopener/);
});

test("an open coupon expires after five minutes", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 800 });
  await logIn(page, say, member.email);
  await redeem(page, say, `${BOOKS.en} 800 points`);
  await link(page, say("redeem:result.done.button")).click();
  await page.clock.install();
  await page.getByRole("button", { name: BOOKS.en }).click();
  await button(page, say("rewards:open.open")).click();
  await expect(page.getByRole("img", { name: say("rewards:code.bar") })).toBeVisible();
  await audit(page, "an open coupon with a bar code");
  const [, minutes, seconds] =
    (await page.getByRole("timer").getAttribute("aria-label"))?.match(/(\d):(\d\d)/) ?? [];
  const left = Number(minutes) * 60 + Number(seconds);
  // A screen reader announces it when the last minute begins, and not long after.
  await page.clock.fastForward((left - 59) * 1000);
  await expect(page.getByText(say("rewards:code.spoken.minute"))).toBeAttached();
  await page.clock.fastForward(60_000);
  await expect(page.getByText(say("rewards:code.over"))).toBeVisible();
  await expect(page.getByRole("timer")).toHaveCount(0);
});

test("a purchase whose answer is lost on the way is paid once", async ({ page, say, server, watch }) => {
  watch.expectCutLine();
  const member = await newMember(server, { points: 2_000 });
  await logIn(page, say, member.email);
  let lost = 0;
  await page.route("**/api/redeem/purchase/*", async (route) => {
    if (lost++ > 0) return route.fallback();
    // The server makes the purchase; the phone gets no answer.
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await redeem(page, say, `${BOOKS.en} 800 points`);
  await expect(heading(page, say("redeem:result.done.title"))).toBeVisible();
  expect(lost).toBe(2);
  await expectBalance(page, 1_200);
});
