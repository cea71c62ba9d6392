import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { answer, newClaim, reverse } from "./support/claims";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { askForExchange, award, call, newMember, staffToken } from "./support/people";

test.use(ADMIN_WINDOW);

inOneLanguage("zh", (language) => {
  test("an award is found by its receipt, and its address opens it again", async ({ page, say, server }) => {
    const receipt = `10472-${language}`;
    const id = await award(server, await newMember(server), "88.50", receipt);
    await signIn(page, say, OPERATOR, adminPaths.transactions);
    await page.getByRole("searchbox", { name: say("adminMoney:search") }).fill(receipt);
    const rows = page.getByRole("table", { name: say("adminMoney:title") }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await audit(page, "transactions of one receipt");
    await rows.nth(1).getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`${recordPath(adminPaths.transactions, id)}.*q=`));
    const shown = page.getByRole("main");
    for (const fact of [receipt, "HK$88.50", id])
      await expect(shown.getByText(fact, { exact: true })).toBeVisible();
    const rate = say("adminMoney:why.rate", { bill: "HK$88.50", rate: "1" });
    await expect(shown.getByRole("cell", { name: rate, exact: true })).toBeVisible();
    await audit(page, "an award on its page");
    await page.reload();
    await expect(shown.getByText("HK$88.50", { exact: true })).toBeVisible();
    await page
      .getByRole("link", { name: say("adminMoney:title"), exact: true })
      .last()
      .click();
    await expect(rows).toHaveCount(2);

    // By the bill, and with a partner by its outlet, till and cashier; all of it stands in the address.
    await page.goto(adminPaths.transactions);
    const bill = page.getByRole("textbox", { name: say("adminMoney:amount") });
    await bill.fill("88.5x");
    await expect(bill).toHaveAttribute("aria-invalid", "true");
    await bill.fill("88.50");
    await expect(rows).toHaveCount(2);
    await page.getByRole("combobox", { name: say("adminMoney:partner") }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/amount=88\.50.*partner=/);
    await audit(page, "transactions of a bill at a partner");

    await page.goto(adminPaths.transactions);
    const when = page.getByRole("columnheader", { name: say("adminMoney:when"), exact: true });
    await expect(when).toHaveAttribute("aria-sort", "descending");
    await when.getByRole("button").click();
    await expect(when).toHaveAttribute("aria-sort", "ascending");
    await expect(page).toHaveURL(/sort=oldest/);
    await when.getByRole("button").click();
    await expect(page).not.toHaveURL(/sort=/);
  });

  test("staff print the slip of an award as its till does, and send it to the member", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    const receipt = `S-${member.shortId}`;
    const id = await award(server, member, "88.50", receipt);
    await signIn(page, say, OPERATOR, recordPath(adminPaths.transactions, id));
    await button(page, say("adminMoney:slip")).click();
    const sheet = page.getByRole("dialog", { name: say("counter:slip.title") });
    await expect(sheet.getByText("HK$88.50").first()).toBeVisible();
    await audit(page, "the slip of an award at the desk");
    const print = button(sheet, say("counter:done.print"));
    await expect(print).toBeEnabled();
    await page.emulateMedia({ media: "print" });
    const printed = sheet.locator('[aria-hidden="true"]').filter({ hasText: receipt });
    await expect(printed).toBeVisible();
    for (const part of [say("counter:slip.copy"), "+88", "TX-"]) await expect(printed).toContainText(part);
    await page.emulateMedia({ media: "screen" });
    await button(sheet, say("counter:done.send")).click();
    await expect(sheet.getByRole("button", { name: new RegExp(member.firstName) })).toBeDisabled();
    const letters = async () => (await server.messages(member.email)).map(({ text }) => text);
    await expect.poll(letters).toContainEqual(expect.stringContaining("HK$88.50"));
  });

  test("a list of the keys opens by its own key", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.transactions);
    await expect(title(page, say("adminMoney:title"))).toBeVisible();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: say("admin:keys.title") });
    await expect(keys.getByText(say("admin:keys.does.table"))).toBeVisible();
    await audit(page, "the list of keys");
    await page.keyboard.press("Escape");
    await expect(keys).toHaveCount(0);
  });
});

inEachLanguage((language) => {
  test("the times of what happened stand on one line each, on a desktop and on a phone", async ({
    page,
    say,
    server,
  }) => {
    const id = await award(server, await newMember(server), "88.50", `T-${language}`);
    // The answer is that of the server, with an event of another day.
    await page.route(`**/api/admin/transactions/${id}`, async (route) => {
      const response = await route.fetch();
      const whole = await response.json();
      const events = [{ ...whole.events[0], at: "2025-11-28T15:58:00.000Z" }, ...whole.events];
      await route.fulfill({ response, json: { ...whole, events } });
    });
    await signIn(page, say, OPERATOR, recordPath(adminPaths.transactions, id));
    const times = page.getByRole("main").locator("ol time");
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(times.filter({ hasText: "2025" })).toBeVisible();
      const lines = await times.evaluateAll((all) =>
        all.map((time) => {
          const range = document.createRange();
          range.selectNodeContents(time);
          return range.getClientRects().length;
        }),
      );
      expect(lines, `lines of each time at ${width} px`).toEqual(lines.map(() => 1));
    }
  });

  test("a reversal and its original lead to each other, and the audit leads to both", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 30 });
    const original = await award(server, member, "88.50", `U-${member.shortId}`);
    await reverse(server, original, "The wrong bill");
    await signIn(page, say, OPERATOR, recordPath(adminPaths.transactions, original));
    const shown = page.getByRole("main");
    const lines = page.getByRole("table", { name: say("adminMoney:page.bothLines") });
    const line = lines.getByRole("row").filter({ hasText: "Ka Yan Lau" });
    await expect(line).toContainText("30+88118");
    const happened = shown.locator("section", {
      has: page.getByRole("heading", { name: say("adminMoney:happened.title") }),
    });
    await expect(happened.getByText("The wrong bill")).toBeVisible();
    await expect(happened.getByText(say("adminMoney:happened.intact"), { exact: true })).toBeVisible();
    await expect(shown.getByText(say("adminMoney:undo.not.undone"))).toBeVisible();
    const linked = (label: string) =>
      shown.locator("dl > div", { has: page.getByText(label, { exact: true }) }).getByRole("link");
    await audit(page, "an award that was undone");
    await linked(say("adminMoney:reversedBy")).click();
    await expect(line).toContainText("118−8830");
    await audit(page, "a reversal");
    await linked(say("adminMoney:reverses")).click();
    await expect(page).toHaveURL(new RegExp(recordPath(adminPaths.transactions, original)));

    await page.goto(`${adminPaths.audit}?target=${original}`);
    await page
      .getByRole("table")
      .getByRole("link", { name: `…${original.slice(-8)}` })
      .first()
      .click();
    await expect(shown.getByText(original, { exact: true })).toBeVisible();
  });

  test("the keys of a transaction undo it and turn to its neighbours, and what was spent is told", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 30 });
    const id = await award(server, member, "88.50", `K-${member.shortId}`);
    await signIn(page, say, OPERATOR, `${adminPaths.transactions}?q=${member.shortId}`);
    const rows = page.getByRole("table", { name: say("adminMoney:title") }).getByRole("row");
    await rows.nth(1).getByRole("link").first().click();
    await expect(page.getByText(say("adminMoney:undo.unspent", { points: "88" }))).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(page).not.toHaveURL(new RegExp(id));
    await expect(button(page, say("adminMoney:page.next"))).toBeDisabled();
    await page.keyboard.press("ArrowLeft");
    await expect(page).toHaveURL(new RegExp(id));
    await expect(button(page, say("adminMoney:page.previous"))).toBeDisabled();
    await page.keyboard.press("u");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("The wrong bill");
    await button(dialog, say("adminMembers:reverse.submit")).click();
    await expect(page.getByText(say("adminMoney:undo.not.undone"))).toBeVisible();
    // It cannot be undone again.
    await page.keyboard.press("u");
    await expect(dialog).toHaveCount(0);
  });
});

inEachLanguage((language) => {
  test("an award shows its bill in the list, and its page leads to the others of that day", async ({
    page,
    context,
    say,
    server,
  }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
    const member = await newMember(server, { points: 30 });
    const receipt = `N-${language}-${member.shortId}`;
    const id = await award(server, member, "88.50", receipt);
    await signIn(page, say, OPERATOR, `${adminPaths.transactions}?q=${member.shortId}`);
    const rows = page.getByRole("table", { name: say("adminMoney:title") }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(`${receipt} · HK$88.50`);

    const outlet = page.getByRole("combobox", { name: say("adminMoney:outlet") });
    await expect(outlet).toBeDisabled();
    await expect(outlet.locator("option:checked")).toHaveText(say("adminMoney:partnerFirst"));
    await page.getByRole("textbox", { name: say("adminMoney:pointsFrom") }).fill("88");
    await page.getByRole("textbox", { name: say("adminMoney:pointsTo") }).fill("100");
    await expect(rows).toHaveCount(2);
    await audit(page, `transactions of some points, ${language}`);
    await page.goto(`${adminPaths.transactions}?pointsFrom=88`);
    await expect(page.getByText(say("adminMoney:pointsAlone"))).toBeVisible();
    await audit(page, `points that nothing bounds, ${language}`);

    await page.goto(recordPath(adminPaths.transactions, id));
    const shown = page.getByRole("main");
    await expect(shown.getByText(receipt, { exact: true })).toBeVisible();
    await button(page, say("adminMoney:copyAddress")).click();
    await expect(page.getByText(say("admin:copied"))).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${server.url}${recordPath(adminPaths.transactions, id)}`,
    );
    // The demo has rules for other partners and days, and its points expire.
    await expect(shown.getByText(say("adminMoney:lots.left", { left: "88", points: "88" }))).toBeVisible();
    const why = page.getByRole("table", { name: say("adminMoney:why.title", { points: "88" }) });
    const partner = say("adminMoney:missed.why.partner");
    await expect(why.getByRole("cell", { name: partner, exact: true }).first()).toBeVisible();
    await audit(page, `an award with its neighbours, ${language}`);
    await expect(shown.getByText(say("adminMoney:near.onlyHere"))).toBeVisible();
    await shown.getByRole("link", { name: say("adminMoney:near.member", { name: "Ka Yan Lau" }) }).click();
    await expect(page).toHaveURL(new RegExp(`q=${member.shortId}&from=\\d{4}-\\d\\d-\\d\\d&to=`));
    await expect(rows).toHaveCount(3);
  });
});

inEachLanguage(() => {
  test("the audit of a settled exchange leads to what took its points, and that to the lots", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 6_500 });
    await askForExchange(server, member.email);
    const token = await staffToken(server, OPERATOR);
    const waiting = `/api/admin/redemptions?status=processing&member=${member._id}`;
    const [exchange] = await call(server, "GET", waiting, { token });
    await call(server, "POST", `/api/admin/redemptions/${exchange._id}/confirm`, { token, body: {} });
    await signIn(page, say, OPERATOR, `${adminPaths.audit}?target=${exchange._id}`);
    const row = page.getByRole("table").getByRole("row").nth(1);
    await expect(row.getByText(say("adminAudit:actions.redemption.confirm"))).toBeVisible();
    await audit(page, "the audit of a settled exchange");
    await row
      .getByRole("link", { name: new RegExp(say("adminAudit:transaction", { id: "" }).trim()) })
      .click();
    const shown = page.getByRole("main");
    const spent = new RegExp(`^${say("adminMoney:accounts.redemption")}`);
    await expect(shown.getByRole("cell", { name: spent })).toBeVisible();

    // The hold names the lots that it took.
    await page.goto(`${adminPaths.transactions}?q=${member.shortId}&type=Redeem+-+Hold`);
    await page.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
    const taken = shown.getByRole("list", { name: say("adminMoney:lots.taken") });
    await expect(taken.getByRole("listitem")).toHaveCount(1);
    await audit(page, "a hold with its lots");
  });
});

inEachLanguage((language) => {
  test("a transaction on the page of its member leads to the claim that it answered", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    const claim = await newClaim(server, member, "88.50", `O-${language}-${member.shortId}`);
    await answer(server, claim, "approve", {});
    await signIn(page, say, OPERATOR, `${recordPath(adminPaths.members, member._id)}?tab=transactions`);
    await page.getByRole("table").getByRole("row").nth(1).getByRole("link").first().click();
    // Both the facts and what happened name the claim.
    const link = page.getByRole("main").getByRole("link", { name: claim.number }).first();
    await expect(link).toBeVisible();
    await audit(page, "an award that answered a claim");
    await page.reload();
    await expect(link).toBeVisible();
    await link.click();
    await expect(page).toHaveURL(new RegExp(recordPath(adminPaths.claims, claim._id)));
  });
});

test("an address without a screen shows an error", async ({ page, say }) => {
  await signIn(page, say, OPERATOR, "/admin/nowhere");
  await expect(title(page, say("admin:notHere.title"))).toBeVisible();
  await page.getByRole("link", { name: say("admin:notHere.first") }).click();
  await expect(title(page, say("adminDashboard:title"))).toBeVisible();
});

test("a message without a gateway is kept, and an owner on this machine can read it", async ({
  page,
  say,
  server,
}) => {
  await newMember(server);
  await signIn(page, say, "owner@kapok.example", adminPaths.messages);
  const row = page
    .getByRole("row")
    .filter({ hasText: say("adminMessages:kinds.code") })
    .first();
  await expect(row.getByText(say("adminMessages:states.kept"))).toBeVisible();
  await row.getByRole("button").first().click();
  await button(page.getByRole("dialog"), say("adminMessages:kept.show")).click();
  await expect(page.getByRole("dialog").getByText(/\d{6}/).first()).toBeVisible();
});
