import type { Page } from "@playwright/test";
import { paths } from "../../../src/shared/paths";
import { button, heading, link } from "../app";
import { askForExchange, confirmExchange, openedCoupon, rejectExchange } from "../people";
import { answerLost, type Chapter, type Stage, type State, signedIn, titled, undone } from "./stage";

const COUPON = "1,800";
const BAR_COUPON = "800";
const EXCHANGE = "3,000";

/** Opens an item by its price, which is the same in each language. */
const openItem = async ({ page, say }: Stage, cost: string) => {
  await page.goto(paths.redeem);
  await page
    .getByRole("button", { name: new RegExp(` ${cost} ${say("pointsWord")}$`) })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
};

/** A goal that the member has not reached, and a level that the member does not hold. */
const BADGE = {
  kind: "badge",
  goal: "019cde0a5b7070009f1b4c1f0c2f7a31",
  name: { en: "Five different partners", zh: "五家不同商户", zhhk: "五間不同商戶" },
  met: false,
};
const LEVEL = { kind: "level", level: 2, name: { en: "Bloom", zh: "花开", zhhk: "花開" }, met: false };

/** Answers the catalogue with every item behind a condition. */
const lockItems = ({ page }: Stage, requirement: object) =>
  page.route("**/api/redeem/list?*", async (route) => {
    const answer = await route.fetch();
    const items: object[] = await answer.json();
    await route.fulfill({ response: answer, json: items.map((item) => ({ ...item, requirement })) });
  });

const ask = async ({ page, say }: Stage) => {
  await button(page.getByRole("dialog"), say("redeem:redeem")).click();
  await page.getByRole("alertdialog").waitFor();
};

const confirm = async ({ page, say }: Stage) => {
  await button(page.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
  await page.waitForURL(paths.message);
};

const buy = async (stage: Stage, cost: string) => {
  await openItem(stage, cost);
  await ask(stage);
  await confirm(stage);
};

/** Adds wallets with these names to the page until it is left; they agree, or decline. */
const installWallets = (page: Page, names: readonly string[], agrees = true) =>
  page.evaluate(
    ({ all, yes }) => {
      const request = async () => {
        if (!yes) throw Object.assign(new Error("rejected"), { code: 4001 });
        return ["0x52908400098527886E0F7030069857D2E4169EE7"];
      };
      window.addEventListener("eip6963:requestProvider", () => {
        for (const name of all) {
          const detail = { info: { uuid: name, name }, provider: { request } };
          window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
        }
      });
    },
    { all: names, yes: agrees },
  );

const connect = ({ page, say }: Stage) => button(page.getByRole("dialog"), say("redeem:connect")).click();

const openExchange = async ({ page, say }: Stage, stamp: string) => {
  await page.goto(paths.rewards);
  await page.getByRole("main").getByRole("listitem").getByRole("button").filter({ hasText: stamp }).click();
  await page.getByRole("dialog").getByText(say("rewards:exchange.status")).waitFor();
};

const shelf: Chapter = {
  name: "what points buy",
  member: { points: 12_480 },
  begin: signedIn,
  states: [
    {
      name: "redeem-locked",
      show: async (stage) => {
        await lockItems(stage, BADGE);
        await openItem(stage, COUPON);
        await link(stage.page.getByRole("dialog"), stage.say("redeem:seeGoals")).waitFor();
      },
      after: undone,
    },
    {
      name: "redeem-level-tiles",
      show: async (stage) => {
        await lockItems(stage, LEVEL);
        await stage.page.goto(paths.redeem);
        await stage.page
          .getByRole("button")
          .filter({ hasText: /Bloom|花开|花開/ })
          .first()
          .waitFor();
      },
      after: undone,
    },
    {
      name: "redeem-level",
      show: async (stage) => {
        await lockItems(stage, LEVEL);
        await openItem(stage, COUPON);
        await link(stage.page.getByRole("dialog"), stage.say("redeem:seeGoals")).waitFor();
      },
      after: undone,
    },
    { name: "redeem", show: titled(paths.redeem, (say) => say("redeem:coupons")) },
    {
      name: "redeem-by-reach",
      show: async ({ page, say }) => {
        await page.getByRole("combobox", { name: say("redeem:sort") }).selectOption("cheapest");
        await heading(page, say("redeem:afford")).waitFor();
      },
      after: async ({ page }) => {
        await page.getByRole("combobox").selectOption("ours");
      },
    },
    { name: "redeem-item", show: (stage) => openItem(stage, COUPON) },
    { name: "redeem-confirm", show: ask },
    {
      name: "redeem-busy",
      show: async ({ page, say }) => {
        await page.route("**/api/redeem/purchase/*", () => {});
        await button(page.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
        await page.getByText(say("redeem:confirm.busy")).first().waitFor();
      },
      after: undone,
    },
    {
      name: "redeem-wallet",
      show: async (stage) => {
        await openItem(stage, EXCHANGE);
        await button(stage.page, stage.say("redeem:connect")).waitFor();
      },
    },
    {
      name: "redeem-wallet-none",
      show: async (stage) => {
        await connect(stage);
        await stage.page.getByText(stage.say("redeem:walletFailures.missing")).waitFor();
      },
    },
    {
      name: "redeem-wallet-declined",
      show: async (stage) => {
        await installWallets(stage.page, ["Heron"], false);
        await connect(stage);
        await stage.page.getByText(stage.say("redeem:walletFailures.declined")).waitFor();
      },
    },
    {
      name: "redeem-wallet-two",
      show: async (stage) => {
        await openItem(stage, EXCHANGE);
        await installWallets(stage.page, ["Heron", "Egret"]);
        await connect(stage);
        await stage.page.getByText(stage.say("redeem:whichWallet")).waitFor();
      },
    },
    {
      name: "redeem-wallet-connected",
      show: async ({ page }) => {
        await button(page.getByRole("dialog"), "Egret").click();
        await page.getByText("0x5290 84…E416 9EE7").waitFor();
      },
    },
    { name: "redeem-confirm-exchange", show: ask },
    { name: "redeem-processing", show: confirm },
    { name: "exchange-processing", show: (stage) => openExchange(stage, stage.say("rewards:processing")) },
    {
      name: "exchange-rejected",
      show: async (stage) => {
        await rejectExchange(stage.server, "The registry is closed today.");
        await openExchange(stage, stage.say("rewards:rejected"));
      },
    },
    {
      name: "exchange-confirmed",
      show: async (stage) => {
        await askForExchange(stage.server, stage.member.email);
        await confirmExchange(stage.server);
        await openExchange(stage, stage.say("rewards:confirmed"));
      },
    },
    { name: "rewards-exchanges", show: titled(paths.rewards, (say) => say("rewards:title")) },
  ],
};

const openNewest = async ({ page, say }: Stage) => {
  await page.goto(paths.saved);
  await page.getByRole("tab", { name: say("saved:coupons") }).click();
  await page.getByRole("tabpanel").getByRole("listitem").first().getByRole("button").click();
  await page.getByRole("alertdialog").waitFor();
};

const open = async ({ page, say }: Stage) => {
  await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
  await page.getByRole("timer").waitFor();
};

const closeCoupon: State["after"] = async ({ page, say }) => {
  await button(page.getByRole("alertdialog"), say("rewards:leave.leave")).click();
  await page.getByRole("timer").waitFor({ state: "detached" });
};

const coupons: Chapter = {
  name: "coupons",
  member: { points: 12_480 },
  begin: signedIn,
  states: [
    { name: "redeem-done", show: (stage) => buy(stage, COUPON) },
    {
      name: "coupons",
      show: async ({ page, say }) => {
        await page.goto(paths.saved);
        await page.getByRole("tabpanel").getByRole("listitem").first().waitFor();
        await page.getByRole("tab", { name: say("saved:coupons") }).waitFor();
      },
    },
    { name: "coupon-question", show: openNewest },
    {
      name: "coupon-lost",
      show: async ({ page, say }) => {
        await page.route("**/api/redeem/use/*", answerLost);
        await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
        await page.getByText(say("rewards:open.lost")).waitFor();
      },
      after: undone,
    },
    {
      name: "coupon-qr",
      show: async ({ page, say }) => {
        await button(page.getByRole("alertdialog"), say("tryAgain")).click();
        await page.getByRole("timer").waitFor();
      },
    },
    {
      name: "coupon-leave",
      show: async ({ page, say }) => {
        await button(page, say("close")).click();
        await page.getByRole("alertdialog").waitFor();
      },
      after: closeCoupon,
    },
    {
      name: "coupon-bar",
      show: async (stage) => {
        await buy(stage, BAR_COUPON);
        await openNewest(stage);
        await open(stage);
      },
      after: async (stage) => {
        await button(stage.page, stage.say("close")).click();
        await closeCoupon(stage);
      },
    },
    { name: "rewards", show: titled(paths.rewards, (say) => say("rewards:title")) },
    {
      name: "coupon-over",
      show: async (stage) => {
        const { page, say } = stage;
        await buy(stage, BAR_COUPON);
        await link(page, say("redeem:result.done.button")).click();
        await page.clock.install();
        await openNewest(stage);
        await open(stage);
        await page.clock.fastForward(300_000);
        await page.getByText(say("rewards:code.over")).waitFor();
      },
    },
  ],
};

const short: Chapter = {
  name: "too few points",
  member: { points: 100 },
  begin: signedIn,
  states: [{ name: "redeem-short", show: (stage) => openItem(stage, BAR_COUPON) }],
};

const spent: Chapter = {
  name: "points spent meanwhile",
  member: { points: 1_500 },
  begin: signedIn,
  states: [
    {
      name: "redeem-refused",
      show: async (stage) => {
        // Another phone of the member spends the points, and this page gets no event.
        await stage.page.route("**/api/events", (route) => route.fulfill({ status: 204 }));
        await openItem(stage, BAR_COUPON);
        await ask(stage);
        await openedCoupon(stage.server, stage.member.email);
        await confirm(stage);
        await heading(stage.page, stage.say("redeem:result.insufficient.title")).waitFor();
      },
    },
  ],
};

export const REWARDS: readonly Chapter[] = [shelf, coupons, short, spent];
