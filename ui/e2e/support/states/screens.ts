import type { Page } from "@playwright/test";
import { formatDay } from "../../../src/i18n/format";
import { paths } from "../../../src/shared/paths";
import { button, heading, logIn } from "../app";
import { onSlowLine } from "../layoutShift";
import { BOB, newMember } from "../people";
import { answerLost, type Chapter, firstOf, refuses, type Stage, signedIn, titled, undone } from "./stage";

const screens: Chapter = {
  name: "a member's screens",
  member: { points: 12_480, tutorial: true },
  states: [
    {
      name: "tutorial",
      show: async ({ page, say, member }) => {
        await logIn(page, say, member.email);
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "tutorial-last",
      show: async ({ page, say }) => {
        for (let step = 1; step < 8; step++) await button(page, say("tutorial:next")).click();
        await button(page, say("tutorial:begin")).waitFor();
      },
      after: async ({ page }) => {
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      },
    },
    { name: "home", show: titled(paths.home, (say) => say("home:activities")) },
    {
      name: "article",
      show: async ({ page }) => {
        await firstOf(page, paths.home);
        await page.getByRole("article").getByRole("paragraph").nth(1).waitFor();
      },
    },
    { name: "explorer", show: titled(paths.explorer, (say) => say("explorer:types.food")) },
    {
      name: "explorer-not-found",
      show: async ({ page, say }) => {
        await page.getByRole("searchbox", { name: say("explorer:search") }).fill("zzz");
        await heading(page, say("explorer:noneTitle")).waitFor();
      },
    },
    {
      name: "partner",
      show: async ({ page, say }) => {
        await firstOf(page, paths.explorer);
        await page.getByText(say("partner:shop")).waitFor();
      },
    },
    {
      name: "outlets",
      show: async ({ page, say }) => {
        await page.getByRole("link", { name: say("partner:outlets.title") }).click();
        await page
          .getByRole("link", { name: say("partner:outlets.map") })
          .first()
          .waitFor();
      },
    },
    { name: "notifications", show: titled(paths.notifications, (say) => say("notifications:title")) },
    {
      name: "profile",
      show: async ({ page, say }) => {
        await page.goto(paths.profile);
        await page.getByRole("img", { name: say("profile:qr") }).waitFor();
      },
    },
    { name: "guide", show: titled(paths.guide, (say) => say("guide:title")) },
    {
      name: "guide-end",
      show: async ({ page, say }) => {
        await button(page, say("guide:tour")).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "statements-empty",
      show: titled(paths.statements, (say) => say("points:statements.emptyTitle")),
    },
    {
      name: "statements",
      show: async ({ page, say }) => {
        await page.route("**/api/statement/list", (route) => route.fulfill({ json: ["2026-02", "2026-01"] }));
        await page.goto(paths.statements);
        await page.getByText(say("points:statements.intro")).waitFor();
        await page.getByRole("listitem").nth(1).waitFor();
      },
      after: async ({ page }) => page.unroute("**/api/statement/list"),
    },
    { name: "tree-in-bud", show: titled(paths.carbon, (say) => say("carbon:empty.title")) },
    { name: "carbon-method", show: titled(paths.carbonMethod, (say) => say("carbon:method.factors")) },
    { name: "message-settings", show: titled(paths.messages, (say) => say("messages:title")) },
    {
      name: "message-settings-refused",
      show: async ({ page, say }) => {
        await page.route("**/api/notification/preferences", (route) =>
          route.request().method() === "GET"
            ? route.fallback()
            : route.fulfill(refuses(503, "shutting_down")),
        );
        await page.getByRole("switch").first().click();
        await page.getByText(say("messages:errors.failed")).scrollIntoViewIfNeeded();
      },
      after: undone,
    },
  ],
};

const enter = async ({ page, say }: Stage, recipient: string, amount: string) => {
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(recipient);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill(amount);
};

const review = async ({ page, say }: Stage) => {
  await button(page, say("transfer:review")).click();
  await heading(page, say("transfer:reviewTitle")).waitFor();
};

/** A purchase to which an earning rule added. */
const purchaseWithRule = {
  _id: "019cde0a5b7070009f1b4c1f0c2f7a31",
  id: "019cde0a5b7070009f1b4c1f0c2f7a31",
  type: "Earn",
  points: 160,
  created: "2026-03-12T01:12:00Z",
  balanceAfter: 12_480,
  itemSnapshot: {
    name: { en: "Purchase", zh: "消费", zhhk: "消費" },
    description: {
      en: "HK$80.00 at Blue Lane Ferry",
      zh: "在蓝线渡轮消费 HK$80.00",
      zhhk: "在藍線渡輪消費 HK$80.00",
    },
  },
  lines: [
    { kind: "base", points: 80 },
    { kind: "rule", points: 80, name: { en: "double day", zh: "双倍日", zhhk: "雙倍日" } },
  ],
};

const receiptOfPurchase = {
  ...purchaseWithRule,
  purchase: {
    partnerId: "01900000-0000-7000-8000-000000000000",
    day: "2026-03-12",
    amountHkd: "80.00",
    carbonGrams: "1400",
  },
};

/** Answers the call for a receipt like a slow server. */
const answerReceipt = (page: Page, json: object) =>
  page.route("**/api/transaction/receipt/*", async (route) => {
    await onSlowLine();
    await route.fulfill({ json });
  });

const points: Chapter = {
  name: "points",
  member: { points: 12_480 },
  begin: signedIn,
  states: [
    { name: "points", show: titled(paths.points, (say) => say("points:title")) },
    {
      name: "points-info",
      show: async ({ page, say }) => {
        await button(page, say("about")).click();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "points-parts",
      show: async ({ page, say }) => {
        await page.route("**/api/transaction/listMyTransactions*", (route) =>
          route.fulfill({ json: [purchaseWithRule] }),
        );
        await page.goto(paths.points);
        await page.getByRole("heading", { name: say("points:title") }).waitFor();
        await page.getByRole("button", { name: "80 + 80" }).waitFor();
      },
    },
    {
      name: "points-receipt",
      show: async ({ page, say }) => {
        await answerReceipt(page, receiptOfPurchase);
        await page.getByRole("button", { name: "80 + 80" }).click();
        await page.getByText(say("points:receipt.bill", { amount: "HK$80.00" })).waitFor();
      },
      after: async ({ page }) => page.unroute("**/api/transaction/receipt/*"),
    },
    {
      name: "points-receipt-taken-back",
      show: async ({ page, say, language }) => {
        await answerReceipt(page, { ...receiptOfPurchase, takenBack: "2026-03-13" });
        await page.reload();
        await page.getByRole("button", { name: "80 + 80" }).click();
        const back = { day: formatDay("2026-03-13T12:00:00+08:00", language), points: "−160" };
        await page.getByText(say("points:receipt.takenBack", back)).waitFor();
      },
      after: async ({ page }) => {
        await page.unroute("**/api/transaction/receipt/*");
        await page.unroute("**/api/transaction/listMyTransactions*");
      },
    },
    { name: "transfer", show: titled(paths.transfer, (say) => say("transfer:title")) },
    { name: "transfer-filled", show: (stage) => enter(stage, BOB.email, "350") },
    {
      name: "transfer-short",
      show: async ({ page, say }) => {
        await page.getByRole("textbox", { name: say("transfer:amount") }).fill("999999");
        await page.getByText(say("transfer:errors.short", { balance: "12,480" })).waitFor();
      },
    },
    {
      name: "transfer-scan",
      show: async ({ page, say }) => {
        await button(page, say("transfer:scan")).click();
        await page.getByText(say("scan:hint")).waitFor();
      },
    },
    {
      name: "transfer-refused",
      show: async (stage) => {
        const { page, say } = stage;
        await enter(stage, "nobody@kapok.example", "350");
        await review(stage);
        await button(page, say("transfer:confirm")).click();
        await page.getByText(say("transfer:errors.refused")).waitFor();
      },
      after: async ({ page, say }) => {
        await button(page, say("transfer:edit")).click();
      },
    },
    {
      name: "transfer-review",
      show: async (stage) => {
        // A recipient by their number, so that the name is shown.
        const { shortId } = await newMember(stage.server);
        await enter(stage, shortId, "350");
        await review(stage);
        await stage.page.getByText(stage.say("transfer:name"), { exact: true }).waitFor();
      },
    },
    {
      name: "transfer-lost",
      show: async ({ page, say }) => {
        await page.route("**/api/transaction/transfer", answerLost);
        await button(page, say("transfer:confirm")).click();
        await page.getByText(say("transfer:errors.offline")).waitFor();
      },
      after: undone,
    },
    {
      name: "transfer-sent",
      show: async ({ page, say }) => {
        await button(page, say("transfer:confirm")).click();
        await page.getByText(say("transfer:transactionId")).waitFor();
      },
      after: async ({ page, say }) => {
        await button(page, say("transfer:done")).click();
        await page.waitForURL(paths.points);
      },
    },
    { name: "transfer-recent", show: titled(paths.transfer, (say) => say("transfer:title")) },
    {
      name: "points-one",
      show: async ({ page, say }) => {
        await page.goto(paths.points);
        await page.getByRole("listitem").filter({ hasText: "−350" }).waitFor();
        await heading(page, say("points:title")).waitFor();
      },
    },
  ],
};

const newcomers: Chapter = {
  name: "somebody with nothing yet",
  begin: signedIn,
  states: [
    { name: "points-empty", show: titled(paths.points, (say) => say("points:emptyTitle")) },
    { name: "rewards-empty", show: titled(paths.rewards, (say) => say("rewards:emptyTitle")) },
    { name: "coupons-empty", show: titled(paths.saved, (say) => say("rewards:emptyTitle")) },
    {
      name: "likes-empty",
      show: async ({ page, say }) => {
        await page.getByRole("tab", { name: say("saved:likes") }).click();
        await heading(page, say("saved:noLikesTitle")).waitFor();
      },
    },
    {
      name: "likes",
      show: async ({ page, say }) => {
        await firstOf(page, paths.home);
        await Promise.all([
          page.waitForResponse("**/api/article/like/*"),
          button(page, say("article:like")).click(),
        ]);
        await page.goto(paths.saved);
        await page.getByRole("tabpanel").getByRole("listitem").first().waitFor();
      },
    },
    {
      name: "notifications-empty",
      show: async (stage) => {
        await stage.page.route("**/api/notification/notifications*", (route) =>
          route.fulfill({ json: { data: [], unread: 0 } }),
        );
        await titled(paths.notifications, (say) => say("notifications:emptyTitle"))(stage);
      },
      after: undone,
    },
    {
      name: "explorer-empty",
      show: async (stage) => {
        await stage.page.route("**/api/partner/list*", (route) => route.fulfill({ json: [] }));
        await titled(paths.explorer, (say) => say("explorer:emptyTitle"))(stage);
      },
      after: undone,
    },
    {
      name: "redeem-empty",
      show: async (stage) => {
        await stage.page.route("**/api/redeem/list*", (route) => route.fulfill({ json: [] }));
        await titled(paths.redeem, (say) => say("redeem:emptyTitle"))(stage);
      },
      after: undone,
    },
  ],
};

export const SCREENS: readonly Chapter[] = [screens, points, newcomers];
