import { adminPaths, newPath, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, publish, signIn, title } from "./support/admin";
import { button, link, logIn, secret } from "./support/app";
import { audit, auditDark } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { askForExchange, invitation, newEmail, newItem, newMember, PASSWORD } from "./support/people";
import type { Say } from "./support/words";

test.use(ADMIN_WINDOW);

test("members see an item in the three languages it was written in", async ({
  page,
  say,
  anotherPhone,
  server,
}) => {
  await signIn(page, say, OPERATOR, newPath(adminPaths.items));
  await expect(title(page, say("adminItems:add"))).toBeVisible();

  // Nothing is sent while fields are missing, and each missing field shows an error.
  await button(page, say("admin:create")).click();
  await expect(page.getByText(say("admin:errors.required"))).toBeVisible();
  await expect(page.getByText(say("admin:errors.number"))).toBeVisible();

  const names = { English: "Bamboo steamer", 简体中文: "竹蒸笼", "繁體中文（香港）": "竹蒸籠" };
  for (const [language, name] of Object.entries(names)) {
    await page.getByRole("tab", { name: new RegExp(`^${language}`) }).click();
    await field(page, say("adminItems:fields.name")).fill(name);
  }
  await field(page, say("adminItems:fields.points")).fill("120");
  await button(page, say("adminContent:picture.choose")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("adminContent:picture.nth", { n: 1 }), exact: true })
    .click();
  await button(page, say("admin:create")).click();
  await expect(title(page, names.English)).toBeVisible();
  await publish(page, say);

  const { email } = await newMember(server, { points: 500 });
  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await logIn(phone, say, email);
  await phone.goto(paths.redeem);
  for (const [switchTo, name] of [
    ["简", names.简体中文],
    ["繁", names["繁體中文（香港）"]],
    ["EN", names.English],
  ] as const) {
    await phone.evaluate(
      (chosen) => localStorage.setItem("Language", chosen),
      { 简: "zh", 繁: "zhhk", EN: "en" }[switchTo],
    );
    await phone.reload();
    await expect(phone.getByRole("button", { name })).toBeVisible();
  }
});

test("two editors of one item see each other's changes and lose nothing", async ({
  page,
  say,
  server,
  anotherPhone,
  watch,
}) => {
  // A new item, because other tests find the demo's items by their prices.
  const id = await newItem(server, "Cotton tote bag");
  await signIn(page, say, OPERATOR, recordPath(adminPaths.items, id));
  await expect(title(page, "Cotton tote bag")).toBeVisible();
  const other = await anotherPhone();
  await signIn(other, say, OWNER, new URL(page.url()).pathname);
  await field(other, say("adminItems:fields.points")).fill("1750");
  await button(other, say("admin:save")).click();
  await expect(other.getByText(say("adminItems:saved", { name: "Cotton tote bag" }))).toBeVisible();

  await field(page, say("adminItems:fields.description")).fill("A bag of thick cotton.");
  watch.expectStatus(412, "/api/admin/items/");
  await button(page, say("admin:save")).click();
  const dialog = page.getByRole("dialog", { name: say("adminContent:stale.title") });
  await expect(dialog).toBeVisible();
  await button(dialog, say("adminContent:stale.merge")).click();
  await expect(field(page, say("adminItems:fields.points"))).toHaveValue("1750");
  await expect(field(page, say("adminItems:fields.description"))).toHaveValue("A bag of thick cotton.");
  await button(page, say("admin:save")).click();
  await expect(page.getByText(say("adminItems:saved", { name: "Cotton tote bag" }))).toBeVisible();
});

test("an exchange is approved, and the member is notified", async ({ page, say, server, anotherPhone }) => {
  const member = await newMember(server, { points: 6_000 });
  await askForExchange(server, member.email);
  await signIn(page, say, OPERATOR, adminPaths.settlement);
  await page.getByRole("button", { name: "Ka Yan Lau", exact: true }).last().click();
  await field(page, say("adminSettlement:hash")).fill("0xabc123");
  await button(page, say("adminSettlement:approve")).click();
  const dialog = page.getByRole("alertdialog");
  await button(dialog, say("adminSettlement:approve")).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("tab", { name: say("adminSettlement:tabs.confirmed") }).click();
  await expect(page.getByRole("button", { name: "Ka Yan Lau", exact: true }).first()).toBeVisible();
  const requested = page.getByRole("columnheader", { name: say("adminSettlement:requestedOn"), exact: true });
  // The number of the exchange stands below the member's name.
  const confirmed = page.getByRole("table", { name: say("adminSettlement:tabs.confirmed"), exact: true });
  await expect(confirmed).toBeVisible();
  const exchanges = confirmed.getByRole("cell").and(page.locator(":first-child"));
  const newestFirst = await exchanges.allTextContents();
  await requested.getByRole("button").click();
  await expect(requested).toHaveAttribute("aria-sort", "ascending");
  await expect(exchanges).toHaveText(newestFirst.reverse());
  await page.getByLabel(say("adminSettlement:requestedTo"), { exact: true }).fill("2020-01-01");
  await expect(page.getByText(say("adminSettlement:none.narrowed"))).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
  await audit(page, "no exchange of these days");

  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await logIn(phone, say, member.email);
  await phone.goto(paths.notifications);
  await expect(phone.getByRole("listitem").first()).toBeVisible();
});

test("staff sign in again after their session ended, and keep their input", async ({
  page,
  say,
  context,
  watch,
}) => {
  await signIn(page, say, OPERATOR, newPath(adminPaths.partners));
  await field(page, say("adminPartners:fields.name")).fill("Corner shop");
  await context.clearCookies();
  watch.expectStatus(401, "/api/admin/partners");
  await button(page, say("admin:create")).click();
  const again = page.getByRole("dialog", { name: say("admin:signIn.again") });
  // The link opens another tab, so that the input here stays.
  const forgot = again.getByRole("link", { name: say("admin:signIn.forgot") });
  await expect(forgot).toHaveAttribute("href", adminPaths.forgot);
  await expect(forgot).toHaveAttribute("target", "_blank");
  await secret(page, say("admin:signIn.password")).fill(PASSWORD);
  await button(again, say("admin:signIn.submit")).click();
  await expect(again).toHaveCount(0);
  await expect(field(page, say("adminPartners:fields.name"))).toHaveValue("Corner shop");
  await button(page, say("admin:create")).click();
  await expect(title(page, "Corner shop")).toBeVisible();
});

test("a wrong staff password is refused, and a member's session gives no staff access", async ({
  page,
  say,
  watch,
}) => {
  await logIn(page, say, "alice@kapok.example");
  await page.goto(adminPaths.home);
  watch.expectStatus(401, "/api/staff/login");
  await page.getByLabel(new RegExp(`^${say("admin:signIn.email")}`)).fill("nobody@kapok.example");
  await secret(page, say("admin:signIn.password")).fill("Wrong-one-1");
  await button(page, say("admin:signIn.submit")).click();
  await expect(page.getByText(say("admin:signIn.wrong"))).toBeVisible();
  await page.goto(paths.home);
  await expect(page).toHaveURL(paths.home);
});

inOneLanguage("zh", () => {
  test("an invited colleague chooses a password once, and signs in", async ({ page, say, server, watch }) => {
    const email = newEmail();
    const path = await invitation(server, email, "operator");
    await page.goto(path);
    await expect(title(page, say("adminAccept:title.invitation"))).toBeVisible();
    // The address bar must not show the token.
    await expect(page).toHaveURL(new RegExp(`${adminPaths.accept}$`));
    await audit(page, "the invitation");
    await field(page, say("adminAccept:name")).fill("");
    await button(page, say("adminAccept:submit")).click();
    await expect(page.getByText(say("adminAccept:errors.nameRequired"))).toBeVisible();
    await field(page, say("adminAccept:name")).fill("Wing Chan");
    await secret(page, say("adminAccept:password")).fill(PASSWORD);
    await secret(page, say("adminAccept:confirm")).fill(PASSWORD);
    await button(page, say("adminAccept:submit")).click();
    await expect(title(page, say("adminAccept:done.title"))).toBeVisible();
    await link(page, say("adminAccept:done.signIn")).click();
    await signIn(page, say, email);

    watch.expectStatus(410, "/api/staff/link");
    await page.goto(path);
    await expect(title(page, say("adminAccept:dead.title"))).toBeVisible();
  });
});

const SCREENS: readonly { path: string; ready(say: Say): string }[] = [
  { path: adminPaths.dashboard, ready: (say) => say("adminDashboard:title") },
  { path: adminPaths.members, ready: (say) => say("adminMembers:title") },
  { path: adminPaths.segments, ready: (say) => say("adminSegments:title") },
  { path: newPath(adminPaths.segments), ready: (say) => say("adminSegments:add") },
  { path: adminPaths.claims, ready: (say) => say("adminClaims:title") },
  { path: adminPaths.settlement, ready: (say) => say("adminSettlement:title") },
  { path: adminPaths.transactions, ready: (say) => say("adminMoney:title") },
  { path: adminPaths.money, ready: (say) => say("adminReports:title") },
  { path: adminPaths.items, ready: (say) => say("adminItems:title") },
  { path: newPath(adminPaths.items), ready: (say) => say("adminItems:add") },
  { path: adminPaths.partners, ready: (say) => say("adminPartners:title") },
  { path: newPath(adminPaths.partners), ready: (say) => say("adminPartners:add") },
  { path: adminPaths.articles, ready: (say) => say("adminArticles:title") },
  { path: newPath(adminPaths.articles), ready: (say) => say("adminArticles:add") },
  { path: adminPaths.campaigns, ready: (say) => say("adminCampaigns:title") },
  { path: newPath(adminPaths.campaigns), ready: (say) => say("adminCampaigns:add") },
  { path: adminPaths.rules, ready: (say) => say("adminRules:title") },
  { path: newPath(adminPaths.rules), ready: (say) => say("adminRules:add") },
  { path: adminPaths.announcements, ready: (say) => say("adminAnnouncements:title") },
  { path: adminPaths.messages, ready: (say) => say("adminMessages:title") },
  { path: newPath(adminPaths.announcements), ready: (say) => say("adminAnnouncements:add") },
  { path: adminPaths.credits, ready: (say) => say("adminCredits:title") },
  { path: adminPaths.expiry, ready: (say) => say("adminExpiry:title") },
  { path: adminPaths.approvals, ready: (say) => say("adminApprovals:title") },
  { path: adminPaths.audit, ready: (say) => say("adminAudit:title") },
  { path: adminPaths.settings, ready: (say) => say("adminSettings:title") },
  { path: adminPaths.account, ready: (say) => say("admin:me.account") },
];

inEachLanguage((language) => {
  test("every screen of the admin app passes axe", async ({ page, say }) => {
    test.setTimeout(180_000);
    const check = async (name: string) => {
      await audit(page, `admin ${name}`);
      // The dark appearance is checked in one language, because colours are the same in all.
      if (language === "en") await auditDark(page, `admin ${name}`);
    };
    await page.goto(adminPaths.home);
    await button(page, say("admin:signIn.submit")).waitFor();
    await check("sign-in");
    await signIn(page, say, OWNER);
    for (const { path, ready } of SCREENS) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(title(page, ready(say))).toBeVisible();
        await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
        await check(path.slice(7));
      });
    }
  });
});
