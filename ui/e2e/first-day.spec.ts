import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { adminPaths, newPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, publish, signIn, title } from "./support/admin";
import { button, heading, link, logIn, movement, secret } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { expectBalance, redeem, seeTutorial, signUp, typeCode } from "./support/journey";
import { askForExchange, invitation, PASSWORD } from "./support/people";
import { readFromScreen } from "./support/qr";
import type { Say } from "./support/words";

test.use({ ...ADMIN_WINDOW, programme: "fresh" });

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };
const EDITOR = "editor@kapok.example";
const FINANCE = "finance@kapok.example";
const CASHIER = { name: "Ah Fan", pin: "407193" };

/** The languages, by the names of their tabs. */
const TONGUES = ["English", "简体中文", "繁體中文（香港）"] as const;
const PARTNER = ["Jade Garden", "翠园", "翠園"] as const;
const ARTICLE = ["The first day", "第一天", "第一日"] as const;
const COUPON = ["A pot of tea", "一壶茶", "一壺茶"] as const;
const TREE = ["One native tree", "一棵本地树", "一棵本地樹"] as const;
const CAMPAIGN = ["Opening week", "开业周", "開業週"] as const;
const POOL = ["TEA-0001", "TEA-0002", "TEA-0003"];

async function fillEach(page: Page, label: string, texts: readonly string[]) {
  for (const [at, tongue] of TONGUES.entries()) {
    await page.getByRole("tab", { name: new RegExp(`^${tongue}`) }).click();
    await field(page, label).fill(texts[at] ?? "");
  }
}

/** Creates and publishes the record in the open editor. */
async function createAndPublish(page: Page, say: Say, name: string) {
  await button(page, say("admin:create")).click();
  await expect(title(page, name)).toBeVisible();
  await publish(page, say);
}

/** A colleague accepts an invitation and signs in. */
async function join(page: Page, say: Say, path: string, email: string) {
  await page.goto(path);
  await secret(page, say("adminAccept:password")).fill(PASSWORD);
  await secret(page, say("adminAccept:confirm")).fill(PASSWORD);
  await button(page, say("adminAccept:submit")).click();
  await link(page, say("adminAccept:done.signIn")).click();
  await signIn(page, say, email);
}

test("a programme's first day, across all three apps", async ({
  page: owner,
  say,
  server,
  watch,
  anotherPhone,
}) => {
  test.setTimeout(300_000);
  watch.expectStatus(401, "/api/merchant/till");

  await test.step("the owner sets the programme up by the one-time link", async () => {
    await owner.goto(new URL(server.setupLink).pathname);
    await field(owner, say("setup:name")).fill("Fong Suet Ching");
    await field(owner, say("setup:email")).fill(OWNER);
    await secret(owner, say("setup:password")).fill(PASSWORD);
    await secret(owner, say("setup:confirm")).fill(PASSWORD);
    await audit(owner, "the first owner");
    await button(owner, say("setup:submit")).click();
    await link(owner, say("setup:made.signIn")).click();
    await signIn(owner, say, OWNER);
    await audit(owner, "an empty programme");
  });

  const editor = await anotherPhone(ADMIN_WINDOW);
  await test.step("the editor joins, and publishes a partner and an article in three languages", async () => {
    await join(editor, say, await invitation(server, EDITOR, "editor"), EDITOR);
    await editor.goto(newPath(adminPaths.partners));
    await fillEach(editor, say("adminPartners:fields.name"), PARTNER);
    await createAndPublish(editor, say, PARTNER[0]);
    await editor.goto(newPath(adminPaths.articles));
    for (const [at, tongue] of TONGUES.entries()) {
      await editor.getByRole("tab", { name: new RegExp(`^${tongue}`) }).click();
      await field(editor, say("adminArticles:fields.title")).fill(ARTICLE[at] ?? "");
      await field(editor, say("adminArticles:fields.content")).fill("8:00");
    }
    await createAndPublish(editor, say, ARTICLE[0]);
  });

  const operator = await anotherPhone(ADMIN_WINDOW);
  await test.step("the operator joins, and offers a coupon with the partner's codes", async () => {
    await join(operator, say, await invitation(server, OPERATOR, "operator"), OPERATOR);
    await operator.goto(newPath(adminPaths.items));
    await fillEach(operator, say("adminItems:fields.name"), COUPON);
    await field(operator, say("adminItems:fields.points")).fill("60");
    await operator
      .getByRole("combobox", { name: say("adminItems:fields.partnerId") })
      .selectOption({ label: PARTNER[0] });
    await operator.getByRole("combobox", { name: say("adminItems:fields.content") }).selectOption("pool");
    await button(operator, say("admin:create")).click();
    await expect(title(operator, COUPON[0])).toBeVisible();
    await operator.locator("input[name=codes]").setInputFiles({
      name: "codes.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(POOL.join("\n")),
    });
    const dialog = operator.getByRole("dialog");
    await button(dialog, say("adminItems:pool.add", { count: POOL.length })).click();
    await expect(operator.getByText(say("adminItems:freeCodes", { count: POOL.length }))).toBeVisible();
    await publish(operator, say);
    await operator.goto(newPath(adminPaths.items));
    await fillEach(operator, say("adminItems:fields.name"), TREE);
    await field(operator, say("adminItems:fields.points")).fill("200");
    await operator.getByRole("combobox", { name: say("adminItems:fields.type") }).selectOption("exchange");
    await createAndPublish(operator, say, TREE[0]);
  });

  const code = await test.step("the operator makes a campaign and prints its poster", async () => {
    await operator.goto(newPath(adminPaths.campaigns));
    await fillEach(operator, say("adminCampaigns:fields.name"), CAMPAIGN);
    await field(operator, say("adminCampaigns:fields.points")).fill("50");
    await createAndPublish(operator, say, CAMPAIGN[0]);
    const poster = link(operator, say("adminCampaigns:posterAs", { format: "PDF" }));
    await expect(poster).toBeVisible();
    const saved = operator.waitForEvent("download");
    await poster.click();
    expect((await readFile(await (await saved).path())).subarray(0, 5).toString("latin1")).toBe("%PDF-");
    await audit(operator, "a campaign and its poster");
    const codes = operator.getByRole("table", { name: say("adminCampaigns:codes.title") });
    return (await codes.getByRole("row").nth(1).getByRole("cell").first().textContent()) ?? "";
  });

  const member = await anotherPhone(PHONE);
  const email =
    await test.step("a member joins, reads the article in each language, and scans the poster", async () => {
      const made = await signUp(member, { server, say, by: "email" });
      await seeTutorial(member, say);
      for (const [at, language] of (["en", "zh", "zhhk"] as const).entries()) {
        await member.evaluate((chosen) => localStorage.setItem("Language", chosen), language);
        await member.goto(paths.home);
        await expect(heading(member, ARTICLE[at] ?? "")).toBeVisible();
      }
      await member.evaluate(() => localStorage.setItem("Language", "en"));
      await typeCode(member, say, code);
      await expect(heading(member, say("scan:success"))).toBeVisible();
      await expectBalance(member, 50);
      return made;
    });

  const tillLink =
    await test.step("the operator opens the partner's counter: outlet, cashier and till", async () => {
      await operator.goto(adminPaths.partners);
      await link(operator, PARTNER[0]).click();
      const dialog = operator.getByRole("dialog");
      // Until the lists are there, the page becomes shorter, and the button may move away from under the tap.
      for (const none of ["noOutlets", "noTills", "noCashiers", "earnKeys.none"] as const)
        await expect(operator.getByText(say(`adminCounters:${none}`))).toBeVisible();
      await button(operator, say("adminCounters:addOutlet")).click();
      await field(operator, say("adminCounters:outletName")).first().fill("Sheung Wan");
      await button(dialog, say("adminCounters:saveOutlet")).click();
      await button(operator, say("adminCounters:addCashier")).click();
      await field(operator, say("adminCounters:cashierName")).last().fill(CASHIER.name);
      await button(dialog, say("adminCounters:keepCashier")).click();
      await expect(dialog.getByText(say("adminCounters:pinWrong"))).toBeVisible();
      await secret(operator, say("adminCounters:pin")).fill(CASHIER.pin);
      await button(dialog, say("adminCounters:keepCashier")).click();
      await button(operator, say("adminCounters:addTill")).click();
      await field(operator, say("adminCounters:tillName")).fill("Till 1");
      await audit(operator, "a till to add");
      await button(dialog, say("adminCounters:keepTill")).click();
      await audit(operator, "the way to a till");
      const qr = dialog.getByRole("img", { name: say("adminCounters:enrol.qr") });
      const shown = (await readFromScreen(qr)) ?? "";
      await expect(dialog.getByRole("link").first()).toHaveAttribute("href", shown);
      await button(dialog, say("admin:done")).click();
      await expect(operator.getByText(say("adminCounters:states.waiting"))).toBeVisible();
      return shown;
    });

  const till = await anotherPhone(PHONE);
  await test.step("the cashier opens the till, and awards points for a purchase", async () => {
    await till.goto(tillLink);
    await button(till, say("counter:enrol.submit")).click();
    await button(till, CASHIER.name).click();
    for (const key of CASHIER.pin) await till.getByRole("button", { name: key, exact: true }).click();
    await button(till, say("counter:signIn.submit")).click();
    await till.getByRole("textbox", { name: say("counter:award.typeLabel") }).fill(email);
    await button(till, say("counter:award.lookUp")).click();
    for (const key of "250") await till.getByRole("button", { name: key, exact: true }).click();
    await button(till, say("counter:award.submit", { count: 250, points: "250" })).click();
    await expect(heading(till, say("counter:done.title"))).toBeVisible();
    await button(till, say("counter:done.next")).click();
    await expectBalance(member, 300);
  });

  await test.step("the member redeems the coupon and shows its code, and the cashier redeems it", async () => {
    await redeem(member, say, `${COUPON[0]} 60 ${say("pointsWord")}`);
    await link(member, say("redeem:result.done.button")).click();
    await member.getByRole("button", { name: COUPON[0] }).click();
    await button(member.getByRole("alertdialog"), say("rewards:open.open")).click();
    const qr = member.getByRole("img", { name: say("rewards:code.qr") });
    const shown = (await readFromScreen(qr)) ?? "";
    expect(POOL).toContain(shown);
    await button(till, say("counter:jobs.coupon")).click();
    await button(till, say("counter:coupon.type")).click();
    await till.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill(shown);
    await button(till, say("counter:coupon.check")).click();
    await expect(heading(till, say("counter:verdict.valid.title"))).toBeVisible();
    await button(till, say("counter:coupon.collect")).click();
    await expect(heading(till, say("counter:verdict.taken.title"))).toBeVisible();
  });

  await test.step("the member asks for a tree, and the operator settles it", async () => {
    await askForExchange(server, email);
    await expectBalance(member, 40);
    await operator.goto(adminPaths.settlement);
    await operator.getByRole("button", { name: "Ka Yan Lau", exact: true }).last().click();
    await field(operator, say("adminSettlement:hash")).fill("0xabc123");
    await button(operator, say("adminSettlement:approve")).click();
    await button(operator.getByRole("alertdialog"), say("adminSettlement:approve")).click();
    await operator.getByRole("tab", { name: say("adminSettlement:tabs.confirmed") }).click();
    await expect(operator.getByRole("button", { name: "Ka Yan Lau", exact: true })).toBeVisible();
    await member.goto(paths.notifications);
    await expect(member.getByRole("listitem").filter({ hasText: TREE[0] }).first()).toBeVisible();
    await member.goto(paths.points);
    await expect(movement(member, COUPON[0], "−60")).toBeVisible();
  });

  await test.step("finance joins, reads the day's report and exports it", async () => {
    const finance = await anotherPhone(ADMIN_WINDOW);
    await join(finance, say, await invitation(server, FINANCE, "finance"), FINANCE);
    await finance.goto(adminPaths.money);
    const today = finance
      .getByRole("table", { name: say("adminReports:days.title") })
      .getByRole("row")
      .nth(1);
    await expect(today.getByRole("cell").nth(1)).toHaveText("300");
    await expect(today.getByRole("cell").nth(2)).toHaveText("260");
    await expect(today.getByRole("cell", { name: "40", exact: true })).toBeVisible();
    await expect(today.getByRole("cell").last()).toHaveText("HK$0.40");
    const outlets = finance.getByRole("table", { name: say("adminReports:outlets.title") });
    await expect(outlets.getByRole("row").nth(1)).toContainText("Sheung Wan");
    await audit(finance, "what the day came to");
    const saved = finance.waitForEvent("download");
    await finance
      .getByRole("link", { name: `${say("admin:export")} ${say("adminReports:days.title")}` })
      .click();
    const file = await readFile(await (await saved).path(), "utf8");
    expect(file.trimEnd().split("\r\n").at(-1)).toMatch(/,300,260,0,0,0,40,0,0\.40$/);
  });

  await test.step("the member signs in on another phone and finds the day's changes", async () => {
    const other = await anotherPhone(PHONE);
    await logIn(other, say, email);
    await expectBalance(other, 40);
  });
});
