import type { Page } from "@playwright/test";
import { adminPaths, newPath, recordPath } from "../../src/admin/paths";
import { portalPaths } from "../../src/admin/portal/paths";
import { button, heading } from "./app";
import { findMember, press } from "./counter";
import type { Member } from "./people";
import type { Say } from "./words";

/** The page on which a state of the admin app is shown; an owner is signed in. */
export interface AdminStage {
  page: Page;
  say: Say;
  /** Has points, a pending exchange and an open coupon. */
  member: Member;
}

interface AdminState {
  /** The name of its pictures. */
  name: string;
  show(stage: AdminStage): Promise<void>;
  /** True if the state has texts that no other state shows, so that it is checked in each language. */
  inEachLanguage?: boolean;
}

async function settled(page: Page) {
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}

const at =
  (path: string): AdminState["show"] =>
  async ({ page }) => {
    await page.goto(path);
    await settled(page);
  };

const memberAt =
  (tab: string): AdminState["show"] =>
  async ({ page, member }) => {
    await page.goto(`${recordPath(adminPaths.members, member._id)}?tab=${tab}`);
    await settled(page);
  };

/** Opens the first record of a list, by its link or by the button of its drawer. */
const firstOf =
  (list: string): AdminState["show"] =>
  async ({ page }) => {
    await at(list)({ page } as AdminStage);
    const row = page.getByRole("table").getByRole("row").nth(1);
    await row.getByRole("link").or(row.getByRole("button")).first().click();
    await settled(page);
  };

/** Chooses a value of a select, which shows another field. */
const chosen =
  (path: string, select: string, value: string, field: string): AdminState["show"] =>
  async (stage) => {
    await at(path)(stage);
    await stage.page.locator(`select[name="${select}"]`).selectOption(value);
    await stage.page.locator(`[name="${field}"]`).waitFor();
  };

const shownDialog = (page: Page) =>
  page.getByRole("dialog").or(page.getByRole("alertdialog")).first().waitFor();

/** Opens a dialog or drawer with a button of a state. */
const then =
  (show: AdminState["show"], opener: (say: Say) => string): AdminState["show"] =>
  async (stage) => {
    await show(stage);
    await button(stage.page, opener(stage.say)).first().click();
    await shownDialog(stage.page);
  };

/** Opens the menu of the first rule. */
const ruleMenu: AdminState["show"] = async (stage) => {
  await at(adminPaths.rules)(stage);
  await stage.page.locator("td button[aria-haspopup=dialog]").first().click();
  await shownDialog(stage.page);
};

/** Opens the sheet in which the points issued add up. */
const howIssued: AdminState["show"] = async (stage) => {
  await at(adminPaths.rules)(stage);
  const [before, after] = stage.say("adminRules:issued.open", { points: "\n" }).split("\n");
  await stage.page.getByRole("button", { name: new RegExp(`^${before}[\\d,]+${after}$`) }).click();
  await shownDialog(stage.page);
};

/** The screens that the menu opens. */
export const SCREENS = [
  "dashboard",
  "account",
  "members",
  "segments",
  "claims",
  "alarms",
  "settlement",
  "transactions",
  "money",
  "bills",
  "journal",
  "expiry",
  "pageViews",
  "items",
  "partners",
  "articles",
  "campaigns",
  "rules",
  "goals",
  "carbon",
  "announcements",
  "messages",
  "credits",
  "approvals",
  "audit",
] as const;

const RECORDS = ["items", "partners", "articles", "campaigns", "rules", "announcements"] as const;
const DRAWERS = ["settlement", "messages", "audit"] as const;
const MEMBER_TABS = ["overview", "transactions", "redemptions", "messages", "signIns", "trail"] as const;
const SETTINGS_TABS = ["programme", "texts", "staff", "keys", "webhooks", "server"] as const;
const DIAGNOSTICS_TABS = ["health", "requests", "log", "settings"] as const;

const member = memberAt("overview");

export const ADMIN_STATES: readonly AdminState[] = [
  ...SCREENS.map((name) => ({ name, show: at(adminPaths[name]) })),
  ...RECORDS.map((name) => ({ name: `${name}-new`, show: at(newPath(adminPaths[name])) })),
  ...RECORDS.map((name) => ({ name: `${name}-record`, show: firstOf(adminPaths[name]) })),
  { name: "goals-new", show: at(newPath(adminPaths.goals)) },
  { name: "tiers", show: at(adminPaths.tiers) },
  { name: "rules-menu", show: ruleMenu },
  { name: "rules-issued", show: howIssued },
  { name: "rules-try-bill", show: then(at(adminPaths.rules), (say) => say("adminRules:tryBill.open")) },
  {
    name: "goals-multiplier",
    show: chosen(newPath(adminPaths.goals), "reward", "multiplier", "ruleDays"),
  },
  { name: "campaigns-stamp", show: chosen(newPath(adminPaths.campaigns), "gift", "stamp", "gift.goal") },
  { name: "campaigns-item", show: chosen(newPath(adminPaths.campaigns), "gift", "item", "gift.item") },
  { name: "goals-record", show: firstOf(adminPaths.goals) },
  { name: "segments-new", show: at(newPath(adminPaths.segments)) },
  { name: "segments-record", show: firstOf(adminPaths.segments) },
  { name: "transaction", show: firstOf(adminPaths.transactions), inEachLanguage: true },
  ...DRAWERS.map((name) => ({ name: `${name}-drawer`, show: firstOf(adminPaths[name]) })),
  ...MEMBER_TABS.map((tab) => ({ name: `member-${tab}`, show: memberAt(tab) })),
  ...SETTINGS_TABS.map((tab) => ({ name: `settings-${tab}`, show: at(`${adminPaths.settings}?tab=${tab}`) })),
  {
    name: "settings-push-text",
    show: firstOf(`${adminPaths.settings}?tab=texts&channel=push`),
    inEachLanguage: true,
  },
  ...DIAGNOSTICS_TABS.map((tab) => ({
    name: `diagnostics-${tab}`,
    show: at(`${adminPaths.diagnostics}?tab=${tab}`),
  })),
  { name: "proposals", show: at(`${adminPaths.proposals}?state=all`) },
  { name: "proposal", show: firstOf(adminPaths.proposals) },
  { name: "proposal-asked", show: firstOf(`${adminPaths.proposals}?state=changes_asked`) },
  { name: "proposal-accepted", show: firstOf(`${adminPaths.proposals}?state=accepted`) },
  { name: "claim", show: firstOf(adminPaths.claims) },
  { name: "claims-asked", show: at(`${adminPaths.claims}?status=asked`) },
  { name: "claim-ask", show: then(firstOf(adminPaths.claims), (say) => say("adminClaims:ask.open")) },
  { name: "claim-for-a-member", show: then(at(adminPaths.claims), (say) => say("adminClaims:file.title")) },
  { name: "claims-refused", show: at(`${adminPaths.claims}?status=refused`) },
  { name: "alarms-held", show: at(`${adminPaths.alarms}?queue=held`) },
  { name: "alarms-done", show: at(`${adminPaths.alarms}?queue=done`) },
  { name: "alarms-settings", show: then(at(adminPaths.alarms), (say) => say("adminAlarms:settings.open")) },
  { name: "settlement-confirmed", show: at(`${adminPaths.settlement}?tab=confirmed`) },
  { name: "settlement-rejected", show: at(`${adminPaths.settlement}?tab=rejected`) },
  { name: "nobody-found", show: at(`${adminPaths.members}?q=nobody-of-this-name`) },
  { name: "no-such-member", show: at(recordPath(adminPaths.members, "none")) },
  { name: "no-such-screen", show: at(`${adminPaths.home}/nowhere`) },
  { name: "member-adjust", show: then(member, (say) => say("adminMembers:adjust.open")) },
  { name: "member-hold", show: then(member, (say) => say("adminMembers:suspend")) },
  { name: "member-reset", show: then(member, (say) => say("adminMember:reset.open")) },
  { name: "member-rename", show: then(member, (say) => say("adminMember:rename.open")) },
  { name: "member-export", show: then(member, (say) => say("adminMember:export.open")) },
  { name: "member-merge", show: then(member, (say) => say("adminMember:merge.open")) },
  { name: "member-erase", show: then(member, (say) => say("adminMember:erase.open")) },
  { name: "member-card", show: then(member, (say) => say("adminMember:card.open")) },
  { name: "members-add", show: then(at(adminPaths.members), (say) => say("adminMembers:add")) },
  ...(["members", "items", "partners", "articles", "campaigns"] as const).map((name) => ({
    name: `${name}-load`,
    show: then(at(adminPaths[name]), (say) => say("admin:load")),
  })),
  { name: "credits-bring", show: then(at(adminPaths.credits), (say) => say("adminCredits:bring")) },
  {
    name: "staff-invite",
    show: then(at(`${adminPaths.settings}?tab=staff`), (say) => say("adminSettings:staff.invite")),
  },
  {
    name: "webhooks-add",
    show: then(at(`${adminPaths.settings}?tab=webhooks`), (say) => say("adminWebhooks:add")),
  },
  {
    name: "account-app",
    show: async ({ page, say }) => {
      await page.goto(adminPaths.account);
      await button(page, say("adminAccount:totp.title")).click();
      await page.getByRole("textbox").first().waitFor();
    },
  },
];

/** The pages of the partner's portal; a manager is signed in. */
export const PORTAL_STATES: readonly AdminState[] = [
  ...Object.entries(portalPaths).map(([name, path]) => ({ name: `portal-${name}`, show: at(path) })),
  { name: "portal-sales-day", show: at(`${portalPaths.sales}?period=day`) },
  { name: "portal-sales-month", show: at(`${portalPaths.sales}?period=month`) },
  ...[0, 1, 2].map((place) => ({
    name: `portal-proposal-${place}`,
    show: async ({ page }: AdminStage) => {
      await page.goto(portalPaths.proposals);
      await settled(page);
      await page.getByRole("main").getByRole("listitem").nth(place).getByRole("link").click();
      await settled(page);
    },
  })),
  {
    name: "portal-cashier-new",
    show: then(at(portalPaths.cashiers), (say) => say("portal:cashiers.add")),
  },
  { name: "portal-till-new", show: then(at(portalPaths.tills), (say) => say("portal:tills.add")) },
  { name: "portal-no-such-page", show: at(`${portalPaths.home}/nowhere`) },
];

const counter: AdminState["show"] = async ({ page, say }) => {
  await page.goto("/merchant");
  // The till keeps the customer of the state before; a phone shows no tabs then.
  const change = button(page, say("counter:award.change"));
  await button(page, say("counter:jobs.award")).or(change).first().waitFor();
  if (await change.isVisible()) await change.click();
};

const found: AdminState["show"] = async (stage) => {
  await counter(stage);
  await findMember(stage.page, stage.say, stage.member.shortId);
  await stage.page.getByText(stage.member.shortId.slice(0, 4)).first().waitFor();
};

const checked =
  (code: string): AdminState["show"] =>
  async (stage) => {
    const { page, say } = stage;
    await counter(stage);
    await button(page, say("counter:jobs.coupon")).click();
    await button(page, say("counter:coupon.type")).click();
    await page.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill(code);
    await button(page, say("counter:coupon.check")).click();
    await page.getByRole("heading").first().waitFor();
  };

/** States of the counter after sign-in; `code` belongs to a coupon that can be collected. */
export const counterStates = (code: string): readonly AdminState[] => [
  { name: "counter", show: counter },
  { name: "counter-found", show: found },
  {
    name: "counter-amount",
    show: async (stage) => {
      await found(stage);
      await press(stage.page, "128");
    },
  },
  {
    name: "counter-done",
    show: async (stage) => {
      await found(stage);
      await press(stage.page, "99");
      await button(stage.page, stage.say("counter:award.submit", { count: 99, points: "99" })).click();
      await heading(stage.page, stage.say("counter:done.title")).waitFor();
    },
  },
  { name: "counter-valid", show: checked(code) },
  {
    name: "counter-taken",
    show: async (stage) => {
      await checked(code)(stage);
      await button(stage.page, stage.say("counter:coupon.collect")).click();
      await heading(stage.page, stage.say("counter:verdict.taken.title")).waitFor();
    },
  },
  { name: "counter-collected", show: checked(code) },
  { name: "counter-unknown", show: checked("NOTHING") },
  {
    name: "counter-menu",
    show: async (stage) => {
      await counter(stage);
      await button(stage.page, stage.say("counter:menu.title")).click();
      await stage.page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "counter-today",
    show: async (stage) => {
      await counter(stage);
      await button(stage.page, stage.say("counter:menu.title")).click();
      await button(stage.page, stage.say("counter:today.title")).click();
      await stage.page.getByRole("listitem").first().waitFor();
    },
  },
];
