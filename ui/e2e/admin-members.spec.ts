import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { formatShortId } from "../src/i18n/format";
import { ADMIN_WINDOW, field, goTo, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button, heading, link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { awardAtTill, findMember, openTill, typeCardPin } from "./support/counter";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import {
  askForExchange,
  CARD_PIN,
  call,
  invitation,
  newEmail,
  newMember,
  openedCoupon,
  openedRedemption,
  opens,
  PASSWORD,
  staffToken,
} from "./support/people";
import type { Say } from "./support/words";

test.use(ADMIN_WINDOW);

const NAME = "Ka Yan Lau";

/** Downloads a file by a link, or by a button where a second person may have to approve. */
async function download(page: Page, name: string, by = link): Promise<Buffer> {
  const waiting = page.waitForEvent("download");
  await by(page, name).click();
  return readFile(await (await waiting).path());
}

const tab = (page: Page, say: Say, name: "transactions" | "redemptions" | "messages" | "signIns" | "trail") =>
  page.getByRole("tab", { name: say(`adminMember:tabs.${name}`), exact: true }).click();

test("staff give and take back points, suspend and reinstate a member, each with a reason", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server, { points: 100 });
  await signIn(page, say, OPERATOR, adminPaths.members);
  await page.getByRole("searchbox").fill(member.shortId);
  await page.locator(`a[href*="${member._id}"]`).click();
  await expect(title(page, NAME)).toBeVisible();
  await button(page, say("adminMembers:adjust.open")).click();
  const form = page.getByRole("dialog", { name: say("adminMembers:adjust.title", { name: NAME }) });
  const amount = field(page, say("adminMembers:adjust.amount"));
  await amount.fill("1,500.00");
  await expect(form.getByText(say("admin:errors.number"))).toBeVisible();
  await expect(amount).toHaveValue("");
  await amount.fill("40");
  await field(page, say("admin:reason.label")).fill("Helped at the fair");
  await form.locator("button[type=submit]").click();
  await expect(stencil(page, "140")).toBeVisible();
  await expect(page.getByText("Helped at the fair")).toBeVisible();

  await tab(page, say, "transactions");
  await page.getByRole("combobox", { name: say("adminMoney:type") }).selectOption("Adjustment");
  await page.getByRole("row").filter({ hasText: "+40" }).getByRole("link").click();
  await button(page, say("adminMoney:reverse")).click();
  await field(page, say("admin:reason.label")).fill("The wrong member");
  await button(page, say("adminMembers:reverse.submit")).click();
  await expect(page.getByText(say("adminMoney:undo.not.undone"))).toBeVisible();
  await page.goBack();
  await expect(stencil(page, "100")).toBeVisible();
  const undone = page.getByRole("table").getByText(say("adminMoney:reversed"), { exact: true });
  await expect(undone).toBeVisible();

  await button(page, say("adminMembers:suspend")).click();
  const ask = page.getByRole("dialog");
  await button(ask, say("adminMembers:suspend")).click();
  await expect(page.getByText(say("admin:reason.required"))).toBeVisible();
  await field(page, say("admin:reason.label")).fill("Sells points");
  await button(ask, say("adminMembers:suspend")).click();
  await expect(button(page, say("adminMembers:reinstate"))).toBeVisible();
  await link(page, say("adminMembers:title")).last().click();
  await page.getByRole("combobox", { name: say("adminMembers:status") }).selectOption("suspended");
  const named = page.getByRole("columnheader", { name: say("adminMembers:member"), exact: true });
  await named.getByRole("button").click();
  await expect(named).toHaveAttribute("aria-sort", "ascending");
  await page.getByLabel(say("adminMembers:joinedFrom"), { exact: true }).fill("2020-01-01");
  await expect(page).toHaveURL(/from=2020-01-01/);
  const until = page.getByLabel(say("adminMembers:joinedTo"), { exact: true });
  await until.fill("2020-01-01");
  await expect(page.getByText(say("adminMembers:none.narrowed"))).toBeVisible();
  await expect(page).toHaveURL(/to=2020-01-01/);
  await until.fill("");
  await page.locator(`a[href*="${member._id}"]`).click();
  await button(page, say("adminMembers:reinstate")).click();
  await field(page, say("admin:reason.label")).fill("A mistake");
  await button(ask, say("adminMembers:reinstate")).click();
  await expect(button(page, say("adminMembers:suspend"))).toBeVisible();

  await tab(page, say, "trail");
  await expect(page.getByText("Sells points")).toBeVisible();
  await expect(page.getByText(say("adminAudit:actions.member.open")).first()).toBeVisible();
});

test("staff end one session of a member and send a password link", async ({
  page,
  say,
  server,
  anotherPhone,
  watch,
}) => {
  // The phone may be fetching data when its session ends.
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  const phone = await anotherPhone();
  await logIn(phone, say, member.email);
  await signIn(page, say, OPERATOR, recordPath(adminPaths.members, member._id));
  await tab(page, say, "signIns");
  const sessions = page.getByRole("table", { name: say("adminMember:signIns.sessions") }).getByRole("row");
  const before = await sessions.count();
  await button(sessions.nth(1), say("adminMember:signIns.end")).click();
  await button(page.getByRole("alertdialog"), say("adminMember:signIns.end")).click();
  await expect(page.getByText(say("adminMember:signIns.ended"))).toBeVisible();
  await expect(sessions).toHaveCount(before - 1);

  await button(page, say("adminMember:reset.open")).click();
  await button(page.getByRole("alertdialog"), say("adminMember:reset.submit")).click();
  await expect(page.getByText(say("adminMember:reset.done"))).toBeVisible();
  await expect
    .poll(async () => (await server.messages(member.email)).at(-1)?.text)
    .toContain("/resetPassword/");
});

inEachLanguage(() => {
  test("an uncollected coupon is refunded once", async ({ page, say, server, watch }) => {
    // The second attempt is refused.
    watch.expectStatus(409, "/api/admin/redemptions/");
    const member = await newMember(server, { points: 9_000 });
    const { id } = await openedRedemption(server, member.email);
    await signIn(page, say, OPERATOR, recordPath(adminPaths.members, member._id));
    await tab(page, say, "redemptions");
    const coupon = page
      .getByRole("table", { name: say("adminMember:tabs.redemptions") })
      .getByRole("row")
      .nth(1);
    const drawer = page.getByRole("dialog").first();
    const giveBack = button(drawer, say("adminMember:reopen.open"));
    const shows = async (state: "open" | "lapsed" | "unused") => {
      await page.reload();
      await expect(coupon.getByText(say(`adminMember:bought.states.${state}`))).toBeVisible();
      await coupon.getByRole("button").click();
      await expect(drawer.getByText(say("adminMember:bought.bought"))).toBeVisible();
    };
    await shows("open");
    await expect(giveBack).toHaveCount(0);
    await server.lapse(id);
    await shows("lapsed");
    expect(await opens(server, member.email, id)).toBe(false);
    await giveBack.click();
    await audit(page, "a coupon to give back");
    const ask = page.getByRole("dialog").last();
    await button(ask, say("adminMember:reopen.open")).click();
    await expect(page.getByText(say("admin:reason.required"))).toBeVisible();
    await audit(page, "a coupon to give back without a reason");
    await field(page, say("admin:reason.label")).fill("The till was down");
    await button(ask, say("adminMember:reopen.open")).click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const file = await download(page, `${say("admin:export")} ${say("adminMember:tabs.redemptions")}`);
    expect(file.toString("utf8").trimEnd().split("\r\n")).toHaveLength(2);
    await shows("unused");
    await expect(giveBack).toHaveCount(0);

    expect(await opens(server, member.email, id)).toBe(true);
    await server.lapse(id);
    await shows("lapsed");
    await giveBack.click();
    await field(page, say("admin:reason.label")).fill("The till was down again");
    await button(page.getByRole("dialog").last(), say("adminMember:reopen.open")).click();
    await expect(page.getByRole("dialog").last().getByRole("alert")).toBeVisible();
    expect(await opens(server, member.email, id)).toBe(false);
  });
});

inOneLanguage("zhhk", () => {
  test("staff write notes about a member and remove their own", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    const path = recordPath(adminPaths.members, member._id);
    await signIn(page, say, OPERATOR, path);
    const notes = page.getByRole("region", { name: say("adminMember:notes.title") });
    await expect(notes.getByText(say("adminMember:notes.none"))).toBeVisible();
    const write = async (text: string) => {
      await button(notes, say("adminMember:notes.write")).click();
      await field(page, say("adminMember:notes.label")).fill(text);
      await button(page.getByRole("dialog"), say("adminMember:notes.save")).click();
      await expect(notes.getByText(text.split("\n")[0] ?? "")).toBeVisible();
    };
    await button(notes, say("adminMember:notes.write")).click();
    await button(page.getByRole("dialog"), say("adminMember:notes.save")).click();
    await expect(page.getByText(say("adminMember:notes.missing"))).toBeVisible();
    await audit(page, "a note to write");
    await button(page.getByRole("dialog"), say("admin:cancel")).click();
    await write("聽障，請用文字溝通。\nPlease write; calls are no use.");
    for (const text of ["<b>Prefers</b> the Tuesday market", "Lost the card", "Found the card"])
      await write(text);
    const lines = notes.getByRole("listitem");
    await expect(lines).toHaveCount(3);
    await expect(lines.first()).toContainText("Found the card");
    await button(notes, say("adminMember:notes.all", { count: 4 })).click();
    await expect(lines).toHaveCount(4);
    await expect(lines.nth(2)).toContainText("<b>Prefers</b>");
    await audit(page, "notes about a member");
    await lines.first().getByRole("button").click();
    const ask = page.getByRole("alertdialog");
    await expect(ask.getByText("Found the card")).toBeVisible();
    await audit(page, "a note to remove");
    await button(ask, say("adminMember:notes.remove")).click();
    await expect(lines).toHaveCount(3);

    const other = await anotherPhone(ADMIN_WINDOW);
    await signIn(other, say, OWNER, path);
    const theirs = other.getByRole("region", { name: say("adminMember:notes.title") }).getByRole("listitem");
    await theirs.first().getByRole("button").click();
    await button(other.getByRole("alertdialog"), say("adminMember:notes.remove")).click();
    await expect(theirs).toHaveCount(2);
    await write("The owner took one");
    await button(other, say("adminMember:export.open")).click();
    const data = JSON.parse(
      (await download(other, say("adminMember:export.submit"), button)).toString("utf8"),
    );
    expect(data.notes.map(({ text }: { text: string }) => text)).toContain("The owner took one");
  });
});

test("two accounts of one person are merged, and the old card keeps working", async ({
  page,
  say,
  server,
}) => {
  const [old, kept] = [await newMember(server, { points: 70 }), await newMember(server, { points: 5 })];
  await signIn(page, say, OPERATOR, recordPath(adminPaths.members, old._id));
  await button(page, say("adminMember:merge.open")).click();
  const dialog = page.getByRole("dialog", { name: say("adminMember:merge.title", { name: NAME }) });
  await dialog.getByRole("searchbox").fill(kept.shortId);
  await dialog.getByRole("button", { name: new RegExp(formatShortId(kept.shortId)) }).click();
  await expect(dialog.getByText(say("adminMember:merge.points", { before: "5", after: "75" }))).toBeVisible();
  await audit(page, "a merger");
  await field(page, say("admin:reason.label")).fill("Signed up twice");
  await field(page, say("adminMember:typed.label", { id: formatShortId(old.shortId) })).fill(kept.shortId);
  await button(dialog, say("adminMember:merge.submit")).click();
  await expect(page.getByText(say("adminMember:typed.wrong"))).toBeVisible();
  await field(page, say("adminMember:typed.label", { id: formatShortId(old.shortId) })).fill(old.shortId);
  await button(dialog, say("adminMember:merge.submit")).click();
  await expect(page).toHaveURL(new RegExp(kept._id));
  await expect(stencil(page, "75")).toBeVisible();
  await expect(page.getByText(formatShortId(old.shortId))).toBeVisible();
});

test("an account with a pending exchange is not merged", async ({ page, say, server }) => {
  const [busy, other] = [await newMember(server, { points: 6_000 }), await newMember(server)];
  await askForExchange(server, busy.email);
  await signIn(page, say, OPERATOR, recordPath(adminPaths.members, busy._id));
  await button(page, say("adminMember:merge.open")).click();
  const dialog = page.getByRole("dialog", { name: say("adminMember:merge.title", { name: NAME }) });
  await dialog.getByRole("searchbox").fill(other.shortId);
  await dialog.getByRole("button", { name: new RegExp(formatShortId(other.shortId)) }).click();
  await expect(dialog.getByText(say("adminMember:merge.against.held"))).toBeVisible();
  await expect(button(dialog, say("adminMember:merge.submit"))).toBeDisabled();
});

test("staff export a member's data and erase the account", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 30 });
  await signIn(page, say, OPERATOR, recordPath(adminPaths.members, member._id));
  await button(page, say("adminMember:export.open")).click();
  const data = JSON.parse((await download(page, say("adminMember:export.submit"), button)).toString("utf8"));
  expect(data.profile.email).toBe(member.email);
  await button(page.getByRole("dialog"), say("admin:done")).click();

  await button(page, say("adminMember:erase.open")).click();
  const dialog = page.getByRole("dialog", { name: say("adminMember:erase.title", { name: NAME }) });
  await expect(dialog.getByText(say("adminMember:erase.going.points", { points: "30" }))).toBeVisible();
  await audit(page, "an erasure");
  await button(dialog, say("adminMember:erase.submit")).click();
  await expect(page.getByText(say("adminMember:typed.wrong"))).toBeVisible();
  await field(page, say("admin:reason.label")).fill("Asked by letter");
  await field(page, say("adminMember:typed.label", { id: formatShortId(member.shortId) })).fill(
    formatShortId(member.shortId).toLowerCase(),
  );
  await button(dialog, say("adminMember:erase.submit")).click();
  await expect(title(page, say("adminMembers:title"))).toBeVisible();
  await page.goto(recordPath(adminPaths.members, member._id));
  await expect(page.getByText(say("adminMember:gone"))).toBeVisible();
  await expect(page.getByText(member.email)).toHaveCount(0);
  await expect(button(page, say("adminMembers:adjust.open"))).toHaveCount(0);
});

inOneLanguage("zh", (language) => {
  test("support proposes points, which another person approves", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server, { points: 20 });
    const email = newEmail();
    await page.goto(await invitation(server, email, "support"));
    for (const label of ["adminAccept:password", "adminAccept:confirm"] as const)
      await page.getByLabel(new RegExp(`^${say(label)}( \\*)?$`)).fill(PASSWORD);
    await button(page, say("adminAccept:submit")).click();
    await link(page, say("adminAccept:done.signIn")).click();
    const path = recordPath(adminPaths.members, member._id);
    await signIn(page, say, email, path);
    await button(page, say("adminMembers:adjust.propose")).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText(say("adminMembers:adjust.proposeText"))).toBeVisible();
    await field(page, say("adminMembers:adjust.amount")).fill("7");
    await field(page, say("admin:reason.label")).fill(`A stamp card ${language}`);
    await audit(page, "an adjustment to propose");
    await button(dialog, say("adminMembers:adjust.proposeSubmit", { change: "+7" })).click();
    await expect(page.getByText(say("admin:waits"))).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await goTo(page, say, "points", "approvals");
    const named = say("adminApprovals:actions.member.adjust");
    await button(page.getByRole("table"), named).click();
    await expect(button(dialog, say("adminApprovals:takeBack"))).toBeVisible();
    await expect(button(dialog, say("adminApprovals:approve"))).toHaveCount(0);
    await audit(page, "one's own proposal");

    const colleague = await anotherPhone(ADMIN_WINDOW);
    await signIn(colleague, say, OPERATOR, adminPaths.approvals);
    await button(colleague.getByRole("table"), named).first().click();
    await button(colleague.getByRole("dialog"), say("adminApprovals:approve")).click();
    await expect(colleague.getByText(say("adminApprovals:approved", { what: named }))).toBeVisible();
    await colleague.goto(path);
    await expect(stencil(colleague, "27")).toBeVisible();
  });
});

test("finance sees no actions, and an unknown member is reported as missing", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  const member = await newMember(server, { points: 20 });
  const email = newEmail();
  const path = await invitation(server, email, "finance");
  await page.goto(path);
  for (const label of ["adminAccept:password", "adminAccept:confirm"] as const)
    await page.getByLabel(new RegExp(`^${say(label)}( \\*)?$`)).fill("Cotton-tree-88");
  await button(page, say("adminAccept:submit")).click();
  await link(page, say("adminAccept:done.signIn")).click();
  await signIn(page, say, email, recordPath(adminPaths.members, member._id));
  await expect(title(page, NAME)).toBeVisible();
  await expect(link(page, say("adminMembers:papers.statement"))).toBeVisible();
  for (const action of [
    "adminMembers:adjust.open",
    "adminMembers:suspend",
    "adminMember:export.open",
    "adminMember:merge.open",
    "adminMember:erase.open",
    "adminMember:reset.open",
  ] as const)
    await expect(button(page, say(action)), action).toHaveCount(0);
  // Finance sees only the audit entries that moved points, without the hash chain.
  await page.getByRole("tab", { name: say("adminMember:tabs.trail") }).click();
  const trail = page.getByRole("table", { name: say("adminMember:tabs.trail") });
  await expect(trail.getByText(say("adminAudit:actions.member.adjust"))).toBeVisible();
  await expect(trail.getByText(say("adminAudit:actions.member.open"))).toHaveCount(0);
  await goTo(page, say, "watch", "audit");
  await expect(page.getByText(say("adminAudit:linePoints"))).toBeVisible();
  await expect(page.getByText(say("adminAudit:chain.again"))).toHaveCount(0);
  await audit(page, "the audit log of points");

  watch.expectStatus(404, "/api/admin/members/");
  await page.goto(recordPath(adminPaths.members, "0".repeat(32)));
  await expect(heading(page, say("adminMember:missing.title"))).toBeVisible();

  await page.route("**/api/admin/members/*/page", (route) => route.abort());
  watch.expectCutLine();
  await page.goto(recordPath(adminPaths.members, member._id));
  await expect(heading(page, say("adminMembers:oneFailed"))).toBeVisible();
  await context.unrouteAll();
  await page.unroute("**/api/admin/members/*/page");
});

inOneLanguage("en", () => {
  test("a lost card is replaced and a name corrected, each with its reason", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 20 });
    await signIn(page, say, OPERATOR, recordPath(adminPaths.members, member._id));
    await button(page, say("adminMember:card.open")).click();
    const ask = page.getByRole("dialog", { name: say("adminMember:card.title", { name: NAME }) });
    await expect(ask.getByText(formatShortId(member.shortId))).toBeVisible();
    await button(ask, say("adminMember:card.submit")).click();
    await expect(page.getByText(say("admin:reason.required"))).toBeVisible();
    await audit(page, "a card to replace");
    await field(page, say("admin:reason.label")).fill("Lost on the ferry");
    await button(ask, say("adminMember:card.submit")).click();
    const card = page.getByRole("dialog", { name: say("adminMember:card.done") });
    await expect(card.getByRole("img", { name: say("adminMembers:new.code") })).toBeVisible();
    await expect(card.getByText(formatShortId(member.shortId))).toHaveCount(0);
    await expect(link(card, say("adminMembers:papers.card"))).toBeVisible();
    await button(card, say("admin:done")).click();
    await expect(page.getByText(say("adminMember:facts.lost"))).toBeVisible();

    await button(page, say("adminMember:rename.open")).click();
    const form = page.getByRole("dialog", { name: say("adminMember:rename.title", { name: NAME }) });
    await field(page, say("adminMembers:new.lastName")).fill("");
    await field(page, say("admin:reason.label")).fill("Married");
    await button(form, say("adminMember:rename.submit")).click();
    await expect(page.getByText(say("admin:errors.required"))).toBeVisible();
    await audit(page, "a name to correct");
    await field(page, say("adminMembers:new.lastName")).fill("Wong");
    await button(form, say("adminMember:rename.submit")).click();
    await expect(page.getByText(say("adminMember:rename.done", { name: "Ka Yan Wong" }))).toBeVisible();
    await expect(title(page, "Ka Yan Wong")).toBeVisible();
  });

  test("a member without a phone joins with a card, earns at the counter and gets a statement", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/merchant/");
    watch.expectStatus(400, "/api/admin/members/");
    await signIn(page, say, OPERATOR, adminPaths.members);
    await button(page, say("adminMembers:add")).click();
    const form = page.getByRole("dialog", { name: say("adminMembers:new.title") });
    await button(form, say("adminMembers:new.submit")).click();
    await expect(page.getByText(say("admin:errors.required"))).toHaveCount(2);
    await audit(page, "a member without a phone");
    await field(page, say("adminMembers:new.lastName")).fill("陳");
    await field(page, say("adminMembers:new.firstName")).fill("大文");
    await page.getByRole("combobox", { name: say("adminMembers:new.language") }).selectOption("zhhk");
    await button(form, say("adminMembers:new.submit")).click();
    const card = page.getByRole("dialog", { name: say("adminMembers:new.made", { name: "陳大文" }) });
    await expect(card.getByRole("img", { name: say("adminMembers:new.code") })).toBeVisible();
    await audit(page, "a card to print");
    expect((await download(page, say("adminMembers:papers.card"))).subarray(0, 5).toString()).toBe("%PDF-");
    const shortId = ((await card.getByText(/^[0-9A-Z]{4} [0-9A-Z]{4}$/).textContent()) ?? "").replace(
      " ",
      "",
    );
    await link(card, say("adminMembers:new.page")).click();
    await expect(title(page, "陳大文")).toBeVisible();
    await expect(page.getByText(say("adminMember:facts.cardOnly"), { exact: true })).toBeVisible();

    const till = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await openTill(till, say, server);
    await awardAtTill(till, say, shortId, 60);
    await expect(heading(till, say("counter:done.title"))).toBeVisible();
    await button(till, say("counter:done.next")).click();

    await expect(page.getByText(say("adminMember:facts.noVisit"))).toBeVisible();
    await expect(page.getByText(say("adminMember:facts.noFavourite"))).toBeVisible();
    await page.reload();
    await expect(stencil(page, "60")).toBeVisible();
    await expect(page.getByText(say("adminMember:facts.purchases", { count: 1 }))).toBeVisible();
    await expect(page.getByText(say("adminMember:worth", { amount: "HK$0.60" }))).toBeVisible();
    await audit(page, "a member after the first purchase");
    await test.step("the holder types the card's PIN at the desk", async () => {
      await expect(page.getByText(say("adminMember:cardPin.states.unset"))).toBeVisible();
      await button(page, say("adminMember:cardPin.open")).click();
      const dialog = page.getByRole("dialog");
      const pin = dialog.locator("input");
      await pin.fill("1234");
      await audit(page, "the PIN of a card");
      await dialog.locator("button[type=submit]").click();
      await expect(dialog.getByText(/easy to guess|太容易猜中/)).toBeVisible();
      await pin.fill(CARD_PIN);
      await dialog.locator("button[type=submit]").click();
      await expect(page.getByText(say("adminMember:cardPin.states.set"), { exact: true })).toBeVisible();
    });
    await test.step("the counter redeems a coupon for the card", async () => {
      await button(page, say("adminMembers:adjust.open")).click();
      await field(page, say("adminMembers:adjust.amount")).fill("5000");
      await field(page, say("admin:reason.label")).fill("Brought in glass");
      await page.getByRole("dialog").locator("button[type=submit]").click();
      await expect(stencil(page, "5,060")).toBeVisible();
      await findMember(till, say, shortId);
      await button(till, say("counter:cardCoupons.open")).click();
      const sheet = till.getByRole("dialog");
      await expect(sheet.getByRole("listitem").first()).toBeVisible();
      await expect(sheet.getByText("5,060"), "no balance without the PIN").toHaveCount(0);
      await button(sheet, say("counter:cardPin.balance")).click();
      await audit(till, "the holder's turn");
      await typeCardPin(till, say, "7316");
      await expect(till.getByText(/not the PIN of the card|PIN [码碼]不正[确確]/)).toBeVisible();
      await typeCardPin(till, say, CARD_PIN);
      await expect(sheet.getByText(say("counter:cardCoupons.balance", { points: "5,060" }))).toBeVisible();
      await audit(till, "coupons for a card");
      await sheet.getByRole("listitem").first().getByRole("button").click();
      await audit(till, "a coupon for a card");
      await typeCardPin(till, say, CARD_PIN);
      await expect(heading(till, say("counter:cardCoupons.done"))).toBeVisible();
      await audit(till, "a coupon handed over");
      await button(till, say("counter:done.next")).click();
      await page.reload();
      await tab(page, say, "redemptions");
      await expect(page.getByText(say("adminMember:bought.states.collected"))).toBeVisible();
    });
    const statement = await download(page, say("adminMembers:papers.statement"));
    expect(statement.subarray(0, 5).toString()).toBe("%PDF-");
    await tab(page, say, "transactions");
    await expect(page.getByRole("row").filter({ hasText: "+60" })).toBeVisible();
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const day of ["from", "to"] as const)
      await page.getByLabel(say(`adminMember:${day}`), { exact: true }).fill(today);
    const some = await download(page, say("adminMember:statementOf"));
    expect(some.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("every tab of a member", async ({ page, say, server }) => {
    const member = await newMember(server, { points: 6_500 });
    await askForExchange(server, member.email);
    await openedCoupon(server, member.email);
    await signIn(page, say, OWNER, recordPath(adminPaths.members, member._id));
    await expect(title(page, NAME)).toBeVisible();
    for (const width of [1280, 1024, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await audit(page, `a member at ${width}`);
    }
    await page.setViewportSize(ADMIN_WINDOW.viewport);
    for (const name of ["transactions", "redemptions", "messages", "signIns", "trail"] as const) {
      await tab(page, say, name);
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await audit(page, `a member's ${name}`);
    }
  });
});

inEachLanguage((language) => {
  test("a movement opens its transaction, and the lots after the first five are folded", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 10 });
    const token = await staffToken(server, OPERATOR);
    for (const points of [11, 12, 13, 14, 15, 16])
      await call(server, "POST", `/api/admin/members/${member._id}/adjust`, {
        token,
        headers: { "Idempotency-Key": `lots-${member._id}-${points}` },
        body: { points, reason: `Gift ${points}` },
      });
    await signIn(page, say, OPERATOR, recordPath(adminPaths.members, member._id));
    const lots = page.getByRole("table", { name: say("adminMember:lots.title") }).getByRole("row");
    await expect(lots).toHaveCount(6);
    await audit(page, `a member with folded lots, ${language}`);
    await button(page, say("adminMember:lots.all", { count: 7, shown: "7" })).click();
    await expect(lots).toHaveCount(8);
    await button(page, say("adminMember:lots.fewer")).click();
    await expect(lots).toHaveCount(6);
    const gift = page.getByRole("listitem").filter({ hasText: "Gift 16" });
    await gift.getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`${adminPaths.transactions}/[0-9a-f]{32}$`));
    await expect(page.getByRole("main").getByText("Gift 16", { exact: true }).first()).toBeVisible();
  });
});
