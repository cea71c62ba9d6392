import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { formatPoints } from "../src/i18n/format";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { fillNames, liveRule } from "./support/earningRules";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { call, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

// A separate server, because the tests move and end rules.
test.use({ ...ADMIN_WINDOW, sourceScale: 113 });

/** Rules for bills that no other test has. The highest priority puts them at the top of the list. */
const rule = (name: string, priority: number, more: object = {}) => ({
  name: { en: name, zh: name, zhhk: name },
  bonus: { kind: "fixed", points: 7 },
  minimumBillHkd: "9100",
  until: "2099-12-31",
  budget: { unit: "points", amount: 100_000 },
  priority,
  ...more,
});

const table = (page: Page, say: Say) => page.getByRole("table", { name: say("adminRules:title") });
const rows = (page: Page, say: Say) => table(page, say).getByRole("row");
const handle = (page: Page, say: Say, name: string) => button(page, say("adminRules:order.handle", { name }));

/** The names of the first rules, from the top down. */
const first = async (page: Page, say: Say, count: number) =>
  (await table(page, say).locator("tbody a b").allTextContents()).slice(0, count);

/** The order of rules as the server has it. */
async function served(server: Server, names: readonly string[]) {
  const token = await staffToken(server, "operator@kapok.example");
  const rules: { live?: Named; latest: Named; _id: string }[] = await call(
    server,
    "GET",
    "/api/admin/earning-rules",
    { token },
  );
  const placed = rules.map(({ live, latest, _id }) => ({ _id, rule: (live ?? latest).rule }));
  return placed
    .sort((one, other) => other.rule.priority - one.rule.priority || (one._id < other._id ? -1 : 1))
    .map(({ rule: { name } }) => name.en)
    .filter((name) => names.includes(name));
}

interface Named {
  rule: { name: { en: string }; priority: number };
}

inEachLanguage(() => {
  test("rules are moved, ended today and given back, and shown for one member", async ({
    page,
    say,
    server,
    language,
  }) => {
    const mark = `q${language}q`;
    const names = ["rain", "snow", "wind"].map((name) => `${name} ${mark}`);
    const [rain = "", snow = "", wind = ""] = names;
    const base = { en: 300, zh: 400, zhhk: 500 }[language];
    await liveRule(server, rule(rain, base + 30));
    await liveRule(server, rule(snow, base + 20));
    await liveRule(server, rule(wind, base + 10, { occasion: { kind: "nthPurchase", n: 5 } }));
    const member = await newMember(server);
    await signIn(page, say, OPERATOR, `${adminPaths.rules}?q=${mark}`);
    await expect(rows(page, say).filter({ hasText: wind })).toBeVisible();

    await test.step("by the keyboard, with a word to screen readers and an undo", async () => {
      // One after the other at once: after a pause each move would be saved, and undone, by itself.
      await handle(page, say, wind).press("Alt+ArrowUp");
      await page.keyboard.press("Alt+ArrowUp");
      await expect(
        page.getByText(say("adminRules:order.at", { name: wind, place: 1, count: 3 })),
      ).toBeAttached();
      await expect(handle(page, say, wind)).toBeFocused();
      await expect.poll(() => first(page, say, 3)).toEqual([wind, rain, snow]);
      await handle(page, say, wind).press("Alt+ArrowUp");
      await expect(page.getByText(say("adminRules:order.first", { name: wind }))).toBeAttached();
      await expect(page.getByText(say("adminRules:order.saved"))).toBeVisible();
      expect(await served(server, names)).toEqual([wind, rain, snow]);
      await button(page, say("admin:undo")).click();
      await expect(page.getByText(say("adminRules:order.undone"))).toBeVisible();
      await expect.poll(() => first(page, say, 3)).toEqual([rain, snow, wind]);
    });

    await test.step("by buttons, for those who neither drag nor have a keyboard", async () => {
      await handle(page, say, wind).click();
      const up = button(page, say("adminRules:order.up", { name: wind }));
      await expect(up).toBeVisible();
      await audit(page, "the buttons that move a rule");
      await up.click();
      await expect.poll(() => first(page, say, 3)).toEqual([rain, wind, snow]);
      await expect.poll(() => served(server, names)).toEqual([rain, wind, snow]);
      await audit(page, "rules in a new order");
      await button(page, say("adminRules:order.down", { name: wind })).click();
      await expect.poll(() => served(server, names)).toEqual([rain, snow, wind]);
      await expect.poll(() => first(page, say, 3)).toEqual([rain, snow, wind]);
      await handle(page, say, wind).click();
      await expect(up).toHaveCount(0);
    });

    await test.step("ended today, and given back", async () => {
      await page.getByRole("checkbox", { name: say("adminContent:select", { name: rain }) }).check();
      await page.getByRole("checkbox", { name: say("adminContent:select", { name: snow }) }).check();
      await audit(page, "rules to end");
      await button(page, say("adminRules:end.some", { count: 2 })).click();
      const row = rows(page, say).filter({ hasText: rain });
      await expect(row.getByText(say("adminRules:states.endsToday"))).toBeVisible();
      await button(page, say("admin:undo")).click();
      await expect(row.getByText(say("adminRules:states.on"), { exact: true })).toBeVisible();
      await expect(rows(page, say).filter({ hasText: say("adminRules:states.endsToday") })).toHaveCount(0);
      await audit(page, "rules that were given their end back");
    });

    await test.step("for one member, with the reasons of the others", async () => {
      await button(page, say("adminRules:touches.open")).click();
      await page.getByRole("dialog").getByRole("searchbox").fill(member.email);
      await audit(page, "a member to choose");
      await page.getByRole("dialog").getByRole("listitem").getByRole("button").click();
      await expect(page).toHaveURL(/member=/);
      await expect(rows(page, say).filter({ hasText: rain })).toBeVisible();
      await expect(rows(page, say).filter({ hasText: wind })).toHaveCount(0);
      const others = page.getByRole("region", { name: say("adminRules:touches.not", { count: 1 }) });
      await expect(others.getByRole("listitem").filter({ hasText: wind })).toContainText(
        say("adminRules:obstacles.notYet", { count: 4 }),
      );
      await audit(page, "the rules of one member");
      await page.reload();
      await expect(others).toBeVisible();
      await button(page, say("adminRules:touches.clear")).click();
      await expect(rows(page, say).filter({ hasText: wind })).toBeVisible();
    });

    await test.step("by the menu of its row, and switched off after a question", async () => {
      const row = rows(page, say).filter({ hasText: snow });
      const name = say("adminRules:actions.of", { name: snow });
      const menu = page.getByRole("dialog", { name });
      const choose = async (action: string) => {
        await button(page, name).click();
        await button(menu, action).click();
        await expect(menu).toHaveCount(0);
      };
      await button(page, name).click();
      await expect(menu.getByRole("listitem")).toHaveText([
        say("adminRules:actions.open"),
        say("adminRules:simulate"),
        say("adminRules:end.open"),
        say("adminRules:off.open"),
      ]);
      await audit(page, "the menu of a rule");
      await page.keyboard.press("Escape");
      await expect(button(page, name)).toBeFocused();
      await choose(say("adminRules:end.open"));
      await expect(row.getByText(say("adminRules:states.endsToday"))).toBeVisible();
      await button(page, say("admin:undo")).click();
      await expect(row.getByText(say("adminRules:states.on"), { exact: true })).toBeVisible();
      await choose(say("adminRules:off.open"));
      const asked = page.getByRole("alertdialog", { name: say("adminRules:off.title", { name: snow }) });
      await audit(page, "a rule to switch off, from its row");
      await button(asked, say("adminRules:off.open")).click();
      await expect(row.getByText(say("adminRules:states.off"), { exact: true })).toBeVisible();
      await button(page, name).click();
      await expect(menu.getByRole("listitem")).toHaveText([
        say("adminRules:actions.open"),
        say("adminRules:simulate"),
      ]);
      await menu.getByRole("link", { name: say("adminRules:simulate") }).click();
      await expect(page).toHaveURL(/\/simulation$/);
      await page.goBack();
    });

    await test.step("with the sum of all points issued below", async () => {
      const token = await staffToken(server, "operator@kapok.example");
      const { points } = await call(server, "GET", "/api/admin/reports/issued", { token });
      const name = say("adminRules:issued.open", { points: formatPoints(points) });
      await button(page, name).click();
      const sheet = page.getByRole("dialog", { name });
      await expect(sheet.getByRole("row").last()).toContainText(formatPoints(points));
      await expect(sheet.getByText(say("adminRules:issued.by.base"))).toBeVisible();
      await audit(page, "how the points issued add up");
      await button(sheet, say("admin:done")).click();
      await expect(sheet).toHaveCount(0);
    });
  });

  test("a rule is checked while it is written", async ({ page, say, server, language }) => {
    const other = `mist ${language}`;
    await liveRule(server, rule(other, 0));
    await signIn(page, say, OPERATOR, `${adminPaths.rules}/new`);
    const checks = page.getByRole("region", { name: say("adminRules:checks.title") });
    await expect(checks.getByText(say("adminRules:checks.waiting"))).toBeVisible();
    await audit(page, "a check that waits for fields");
    await fillNames(page, say, (one) => `haze ${one}`);
    await page.getByRole("textbox", { name: say("adminRules:form.minimumBillHkd") }).fill("9100");
    await expect(checks.getByText(say("adminRules:checks.meets")).first()).toBeVisible();
    await expect(checks.getByRole("link").first()).toBeVisible();
    const budget = page.getByLabel(say("adminRules:form.budget"), { exact: true });
    await checks
      .getByRole("button", {
        name: say("adminRules:checks.goTo", { field: say("adminRules:fields.budget") }),
      })
      .click();
    await expect(budget).toBeFocused();
    await budget.selectOption("points");
    await page.getByRole("textbox", { name: say("adminRules:form.budgetAmount") }).fill("5000");
    await expect(checks.getByText(say("adminRules:checks.sound"))).toBeVisible();
    await expect(checks.getByText(/5,000/)).toBeVisible();
    await audit(page, "a rule that was checked");
    await page.getByLabel(say("adminRules:form.from"), { exact: true }).fill("2099-02-02");
    await page.getByLabel(say("adminRules:form.until"), { exact: true }).fill("2099-02-01");
    await expect(checks.getByText(say("adminRules:checks.sound"))).toHaveCount(0);
    await audit(page, "a rule that ends before it starts");
  });
});

inOneLanguage("en", () => {
  test("a rule is dragged, and a move on an order that somebody else changed is kept", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(409, "/api/admin/earning-rules/order");
    const names = ["oak", "elm", "fir"].map((name) => `${name} tree`);
    const [oak = "", elm = "", fir = ""] = names;
    await liveRule(server, rule(oak, 230));
    await liveRule(server, rule(elm, 220));
    await liveRule(server, rule(fir, 210));
    await signIn(page, say, OPERATOR, `${adminPaths.rules}?q=tree`);
    await expect(handle(page, say, fir)).toBeVisible();

    await handle(page, say, fir).hover();
    await page.mouse.down();
    const to = await handle(page, say, oak).boundingBox();
    if (!to) throw new Error("no handle");
    await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 30 });
    await page.mouse.up();
    await expect(page.getByText(say("adminRules:order.saved"))).toBeVisible();
    expect(await first(page, say, 3)).toEqual([fir, oak, elm]);
    expect(await served(server, names)).toEqual([fir, oak, elm]);

    // Somebody else adds a rule, so that the order is another one.
    const token = await staffToken(server, "operator@kapok.example");
    await call(server, "POST", "/api/admin/earning-rules", { token, body: rule("ash tree", 240) });
    await handle(page, say, elm).press("Alt+ArrowUp");
    const kept = page.getByRole("alert").filter({ hasText: say("adminRules:order.kept") });
    await expect(kept).toBeVisible();
    await audit(page, "a move that was not saved");
    await expect.poll(() => first(page, say, 4)).toEqual(["ash tree", fir, elm, oak]);
    expect(await served(server, names)).toEqual([fir, oak, elm]);
    await button(kept, say("adminRules:order.again")).click();
    await expect(kept).toHaveCount(0);
    await expect.poll(() => served(server, names)).toEqual([fir, elm, oak]);
  });
});
