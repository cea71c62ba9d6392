import type { BrowserContext, Page } from "@playwright/test";
import type { Language } from "../../src/i18n/language";
import { articlePath, partnerPath, paths } from "../../src/paths";
import { button, fillLogin, heading, link, logIn, secret } from "./app";
import { type Member, PASSWORD } from "./people";
import type { Server } from "./server";
import type { Say } from "./words";

/** What a state is shown on. */
export interface Stage {
  page: Page;
  context: BrowserContext;
  server: Server;
  say: Say;
  language: Language;
  /** With points, and the tutorial still to come. */
  member: Member;
  /** With nothing at all. */
  newcomer: Member;
}

interface State {
  /** Of its pictures. */
  name: string;
  show(stage: Stage): Promise<void>;
  after?(stage: Stage): Promise<void>;
}

const titled =
  (path: string, title: (say: Say) => string): State["show"] =>
  async ({ page, say }) => {
    await page.goto(path);
    await heading(page, title(say)).waitFor();
    await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "detached" });
  };

/** A call that does not come, or comes with nothing good; the pages' own names are in its address. */
const failing =
  (call: string, path: string): State["show"] =>
  async ({ page }) => {
    const json = { status: 404, code: "gone", message: "" };
    await page.route(call, (route) =>
      route.fulfill({ status: 404, contentType: "application/problem+json", json }),
    );
    await page.goto(path);
    await page.getByRole("alert").waitFor();
  };

const undone: State["after"] = async ({ page }) => {
  await page.unrouteAll();
};

const firstOf = async (page: Page, path: string) => {
  await page.goto(path);
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
};

/** Opens an item by what it costs: prices are the same in each language. */
const openItem = async ({ page, say }: Stage, cost: string) => {
  await page.goto(paths.redeem);
  await page
    .getByRole("button", { name: new RegExp(` ${cost} ${say("pointsWord")}$`) })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
};

const buy = async (stage: Stage, cost: string) => {
  const { page, say } = stage;
  await openItem(stage, cost);
  await button(page.getByRole("dialog"), say("redeem:redeem")).click();
  await button(page.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
  await page.waitForURL(paths.message);
};

const openNewest = async ({ page, say }: Stage) => {
  await page.goto(paths.saved);
  await page.getByRole("tab", { name: say("saved:coupons") }).click();
  await page.getByRole("tabpanel").getByRole("listitem").first().getByRole("button").click();
  await page.getByRole("alertdialog").waitFor();
};

const closeCoupon: State["after"] = async ({ page, say }) => {
  await button(page, say("close")).click();
  await button(page.getByRole("alertdialog"), say("rewards:leave.leave")).click();
  await page.getByRole("timer").waitFor({ state: "detached" });
};

const enterTransfer = async ({ page, say }: Stage) => {
  await page.goto(paths.points);
  await link(page, say("points:transfer")).click();
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill("bob@kapok.example");
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("350");
};

/** Every screen and the states that it has, in an order in which each is reached from the one before. */
export const STATES: readonly State[] = [
  {
    name: "login",
    show: async ({ page, say }) => {
      await page.goto(paths.login);
      await button(page, say("login:submit")).waitFor();
    },
  },
  {
    name: "login-errors",
    show: async ({ page, say }) => {
      await page.goto(paths.login);
      await button(page, say("login:submit")).click();
      await page.getByText(say("login:errors.passwordRequired")).waitFor();
    },
  },
  {
    name: "login-refused",
    show: async ({ page, say }) => {
      await page.goto(paths.login);
      await fillLogin(page, say, "nobody@kapok.example", PASSWORD);
      await page.getByRole("alert").waitFor();
    },
  },
  { name: "signup", show: titled(paths.signup, (say) => say("signup:title")) },
  {
    name: "signup-verify",
    show: async ({ page, say }) => {
      await page.getByRole("textbox", { name: say("signup:firstName") }).fill("Ka Yan");
      await page.getByRole("textbox", { name: say("signup:lastName") }).fill("Lau");
      await secret(page, say("signup:password")).fill(PASSWORD);
      await secret(page, say("signup:confirm")).fill(PASSWORD);
      await button(page, say("signup:continue")).click();
      await heading(page, say("signup:verify.title")).waitFor();
    },
  },
  { name: "forgot-email", show: titled(paths.forgot, (say) => say("forgot:title")) },
  {
    name: "forgot-phone",
    show: async ({ page, say }) => {
      await page.getByRole("tab", { name: say("forgot:byPhone") }).click();
      await page.getByRole("textbox", { name: say("account:phone"), exact: true }).fill("61234567");
      await button(page, say("account:send")).click();
      await page.getByRole("textbox", { name: say("account:code.phone") }).waitFor();
    },
  },
  { name: "reset", show: titled("/resetPassword/any", (say) => say("reset:title")) },
  { name: "reset-dead", show: titled("/resetPassword", (say) => say("reset:dead.title")) },
  { name: "privacy", show: titled(paths.privacy, (say) => say("privacy:title")) },
  {
    name: "message",
    show: async ({ page }) => {
      await page.goto(`${paths.message}?message=One%0Atwo&buttonText=OK&buttonLink=%2Flogin`);
      await link(page, "OK").waitFor();
    },
  },
  {
    name: "tutorial",
    show: async ({ page, say, member }) => {
      await logIn(page, say, member.email);
      await page.getByRole("dialog").waitFor();
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
    name: "partner",
    show: async ({ page, say }) => {
      await firstOf(page, paths.explorer);
      await page.getByText(say("partner:shop")).waitFor();
    },
  },
  { name: "points", show: titled(paths.points, (say) => say("points:title")) },
  {
    name: "points-info",
    show: async ({ page, say }) => {
      await button(page, say("about")).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "transfer", show: titled(paths.transfer, (say) => say("transfer:title")) },
  { name: "transfer-filled", show: enterTransfer },
  {
    name: "transfer-short",
    show: async ({ page, say }) => {
      await page.getByRole("textbox", { name: say("transfer:amount") }).fill("999999");
    },
  },
  {
    name: "transfer-review",
    show: async (stage) => {
      await enterTransfer(stage);
      await button(stage.page, stage.say("transfer:review")).click();
      await heading(stage.page, stage.say("transfer:reviewTitle")).waitFor();
    },
  },
  {
    name: "transfer-sent",
    show: async ({ page, say }) => {
      await button(page, say("transfer:confirm")).click();
      await page.getByText(say("transfer:transactionId")).waitFor();
    },
  },
  { name: "redeem", show: titled(paths.redeem, (say) => say("redeem:coupons")) },
  { name: "redeem-item", show: (stage) => openItem(stage, "1,800") },
  {
    name: "redeem-confirm",
    show: async (stage) => {
      await openItem(stage, "1,800");
      await button(stage.page.getByRole("dialog"), stage.say("redeem:redeem")).click();
      await stage.page.getByRole("alertdialog").waitFor();
    },
  },
  {
    name: "redeem-wallet",
    show: async (stage) => {
      await openItem(stage, "3,000");
      await button(stage.page, stage.say("redeem:connect")).click();
      await stage.page.getByText(stage.say("redeem:walletFailures.missing")).waitFor();
    },
  },
  { name: "redeem-done", show: (stage) => buy(stage, "1,800") },
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
    name: "coupon-qr",
    show: async (stage) => {
      await openNewest(stage);
      await button(stage.page.getByRole("alertdialog"), stage.say("rewards:open.open")).click();
      await stage.page.getByRole("timer").waitFor();
    },
    after: closeCoupon,
  },
  {
    name: "coupon-bar",
    show: async (stage) => {
      await buy(stage, "800");
      await openNewest(stage);
      await button(stage.page.getByRole("alertdialog"), stage.say("rewards:open.open")).click();
      await stage.page.getByRole("timer").waitFor();
    },
    after: closeCoupon,
  },
  { name: "rewards", show: titled(paths.rewards, (say) => say("rewards:title")) },
  {
    name: "likes-empty",
    show: async ({ page, say }) => {
      await page.goto(paths.saved);
      await page.getByRole("tab", { name: say("saved:likes") }).click();
      await heading(page, say("saved:noLikesTitle")).waitFor();
    },
  },
  {
    name: "likes",
    show: async ({ page, say }) => {
      await firstOf(page, paths.home);
      await button(page, say("article:like")).click();
      await button(page, say("article:liked")).waitFor();
      await page.goto(paths.saved);
      await page.getByRole("tabpanel").getByRole("listitem").first().waitFor();
    },
    after: async ({ page, say }) => {
      await page.getByRole("tab", { name: say("saved:coupons") }).click();
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
  { name: "edit", show: titled(paths.edit, (say) => say("edit:password")) },
  {
    name: "edit-phone",
    show: async ({ page, say }) => {
      await button(page, say("edit:add")).click();
      await page.getByRole("textbox", { name: say("account:phone"), exact: true }).waitFor();
    },
  },
  { name: "settings", show: titled(paths.settings, (say) => say("settings:title")) },
  {
    name: "settings-end",
    async show(stage) {
      await titled(paths.settings, (say) => say("settings:title"))(stage);
      await stage.page.getByRole("main").getByRole("button").last().scrollIntoViewIfNeeded();
    },
  },
  { name: "message-settings", show: titled(paths.messages, (say) => say("messages:title")) },
  {
    name: "unsubscribe",
    show: titled(`${paths.unsubscribe}?token=any`, (say) => say("messages:leave.title")),
  },
  { name: "guide", show: titled(paths.guide, (say) => say("guide:title")) },
  {
    name: "scan",
    show: async ({ page, say }) => {
      await page.goto(paths.scan);
      await page.getByText(say("scan:hint")).waitFor();
    },
  },
  {
    name: "scan-type",
    show: async ({ page, say }) => {
      await button(page, say("scan:type")).click();
      await page.getByRole("textbox", { name: say("scan:typeLabel") }).waitFor();
    },
  },
  {
    name: "scan-refused",
    show: async ({ page, say }) => {
      await page.getByRole("textbox", { name: say("scan:typeLabel") }).fill("NOTHING");
      await button(page, say("scan:useCode")).click();
      await heading(page, say("scan:invalid")).waitFor();
    },
  },
  { name: "not-found", show: titled("/nothing-of-this-name", (say) => say("message:lost.heading")) },
  { name: "explorer-failed", show: failing("**/api/partner/list*", paths.explorer), after: undone },
  { name: "article-failed", show: failing("**/api/article/detail/*", articlePath("none")), after: undone },
  { name: "partner-failed", show: failing("**/api/partner/detail/*", partnerPath("none")), after: undone },
  {
    name: "redeem-waiting",
    show: async ({ page, say }) => {
      await page.route("**/api/redeem/list*", () => {});
      await page.goto(paths.redeem);
      await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "attached" });
    },
    after: undone,
  },
  {
    name: "offline",
    show: async ({ page, say, context }) => {
      await page.goto(paths.home);
      await heading(page, say("home:news")).waitFor();
      await context.setOffline(true);
      await page.getByText(say("offline")).waitFor();
    },
    after: async ({ page, say, context }) => {
      await context.setOffline(false);
      await page.goto(paths.profile);
      await button(page, say("profile:logOut")).click();
      await page.waitForURL(paths.login);
    },
  },
  {
    name: "points-empty",
    show: async ({ page, say, newcomer }) => {
      await logIn(page, say, newcomer.email);
      await page.goto(paths.points);
      await heading(page, say("points:emptyTitle")).waitFor();
    },
  },
  { name: "coupons-empty", show: titled(paths.saved, (say) => say("rewards:emptyTitle")) },
  {
    name: "notifications-empty",
    show: async ({ page, say }) => {
      await page.route("**/api/notification/notifications*", (route) =>
        route.fulfill({ json: { data: [], unread: 0 } }),
      );
      await page.goto(paths.notifications);
      await heading(page, say("notifications:emptyTitle")).waitFor();
    },
    after: undone,
  },
];
