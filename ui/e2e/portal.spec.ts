import { readFile } from "node:fs/promises";
import { adminPaths } from "../src/admin/paths";
import { portalPaths } from "../src/admin/portal/paths";
import { formatMonth } from "../src/i18n/format";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, link, secret } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { refusalIn } from "./support/words";

// The factor gives these tests a server of their own, because they change tills and cashiers.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 105 });

const MANAGER = "merchant@kapok.example";

inEachLanguage((language) => {
  test("a manager reads sales, rewards, customers and bills", async ({ page, say }) => {
    await signIn(page, say, MANAGER);
    await expect(page).toHaveURL(portalPaths.home);
    await expect(page.getByText(say("portal:periods.month"))).toBeVisible();
    const asked = link(page, say("portal:needs.proposals", { count: 1 }));
    await expect(asked).toHaveAttribute("href", portalPaths.proposals);
    await auditBoth(page, `the portal's home, ${language}`);

    const menu = page.getByRole("navigation", { name: say("admin:frame.nav") });
    await link(menu, say("portal:nav.sales")).click();
    await button(page, say("portal:sales.periods.month")).click();
    const outlets = page.getByRole("table", { name: say("portal:sales.byOutlet") });
    await expect(outlets.getByRole("row").last()).toContainText(say("portal:sales.sum"));
    const cashiers = page.getByRole("table", { name: say("portal:sales.byCashier") });
    // Outlets and cashiers add up to the same sum.
    const sum = async (table: typeof outlets) =>
      (await table.getByRole("row").last().getByRole("cell").allTextContents()).slice(1);
    expect(await sum(outlets)).toEqual(await sum(cashiers));
    await audit(page, `the sales of a month, ${language}`);
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: new RegExp(say("portal:sales.byCashier")) }).click();
    expect((await readFile(await (await saved).path())).toString()).toContain("pointsBefore");
    await button(page, say("portal:sales.earlier")).click();
    await button(page, say("portal:sales.later")).click();
    await button(page, say("portal:sales.periods.day")).click();
    await expect(page.getByRole("heading", { name: say("portal:events.title") })).toBeVisible();
    await audit(page, `the sales of a day, ${language}`);

    for (const key of ["rewards", "customers"] as const) {
      await link(menu, say(`portal:nav.${key}`)).click();
      await expect(title(page, say(`portal:nav.${key}`))).toBeVisible();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      await auditBoth(page, `${key} of the portal, ${language}`);
    }

    await link(menu, say("portal:nav.bills")).click();
    await expect(page.getByRole("table", { name: say("adminBills:lines.title") })).toBeVisible();
    await audit(page, `the partner's own bill, ${language}`);
    // The demo's purchases begin eight weeks ago, and none of its months is closed.
    const before = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7);
    const of = formatMonth(before, language);
    const chosen = page.getByRole("combobox", { name: say("adminBills:month") });
    await chosen.selectOption({ label: say("adminBills:notClosed", { month: of }) });
    await expect(title(page, say("portal:bill.title", { month: of }))).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`month=${before}`));
    const lines = page.getByRole("table", { name: say("adminBills:lines.title") });
    await expect(lines.getByRole("row").nth(1)).toContainText("HK$");
    await expect(page.getByText(say("adminBills:soFar"))).toBeVisible();
    await audit(page, `the partner's bill of a month that is not closed, ${language}`);
    const printed = page.waitForEvent("download");
    await link(page, "PDF").click();
    expect((await readFile(await (await printed).path())).subarray(0, 5).toString()).toBe("%PDF-");

    await page.setViewportSize({ width: 375, height: 812 });
    for (const path of Object.values(portalPaths)) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
        path,
      ).toBeLessThanOrEqual(0);
    }
    await page.goto(portalPaths.home);
    const tabs = page.getByRole("navigation", { name: say("portal:tabs") });
    await link(tabs, say("portal:nav.cashiers")).click();
    await audit(page, `the cashiers on a phone, ${language}`);
    await button(tabs, say("portal:nav.more")).click();
    await audit(page, `the menu of the portal on a phone, ${language}`);
    await link(page.getByRole("dialog"), say("portal:nav.tills")).click();
    await expect(title(page, say("portal:nav.tills"))).toBeVisible();
  });
});

inOneLanguage("zhhk", (language) => {
  test("a manager adds a cashier and a till, moves it and withdraws it", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/merchant/cashiers");
    watch.expectStatus(409, "/api/merchant/tills");
    await signIn(page, say, MANAGER, portalPaths.cashiers);
    await button(page, say("portal:cashiers.add")).click();
    const dialog = page.getByRole("dialog");
    await field(page, say("adminCounters:cashierName")).fill("Siu Ming");
    // The server refuses a PIN that is easy to guess; what was typed stays.
    await secret(page, say("adminCounters:pin")).fill("1234");
    await button(dialog, say("portal:cashiers.keep")).click();
    await expect(dialog.getByText(refusalIn(language, "weak_pin"))).toBeVisible();
    await audit(page, "a PIN that is easy to guess");
    await expect(field(page, say("adminCounters:cashierName"))).toHaveValue("Siu Ming");
    await secret(page, say("adminCounters:pin")).fill("864209");
    await button(dialog, say("portal:cashiers.keep")).click();
    const list = page.getByRole("table", { name: say("portal:nav.cashiers") });
    const ming = list.getByRole("row", { name: /Siu Ming/ });
    await expect(ming).toBeVisible();
    await button(ming, `${say("portal:cashiers.edit")} Siu Ming`).click();
    await dialog.getByRole("switch", { name: say("portal:cashiers.mayWork") }).click();
    await button(dialog, say("portal:cashiers.keep")).click();
    await expect(ming).toContainText(say("portal:cashiers.states.paused"));
    await button(ming, `${say("portal:cashiers.pin")} Siu Ming`).click();
    await secret(page, say("adminCounters:pin")).fill("975310");
    await button(dialog, say("portal:cashiers.pinKeep")).click();
    await expect(page.getByText(say("portal:cashiers.pinKept", { name: "Siu Ming" }))).toBeVisible();
    await button(ming, `${say("portal:cashiers.remove")} Siu Ming`).click();
    const asked = page.getByRole("alertdialog").or(page.getByRole("dialog"));
    await button(asked, say("portal:cashiers.remove")).click();
    await expect(ming).toHaveCount(0);

    await page.goto(portalPaths.tills);
    await button(page, say("portal:tills.add")).click();
    await field(page, say("portal:tills.name")).fill("Till 9");
    await button(dialog, say("portal:tills.keep")).click();
    await expect(dialog.getByRole("link").first()).toHaveAttribute("href", /\/merchant\/enrol\//);
    await audit(page, "the link of a new till");
    await button(dialog, say("admin:done")).click();
    // Tills of an outlet have different names; a refused name stays in its field.
    await button(page, say("portal:tills.add")).click();
    await field(page, say("portal:tills.name")).fill("till 9");
    await button(dialog, say("portal:tills.keep")).click();
    await expect(dialog.getByRole("alert")).toHaveText(refusalIn(language, "till_name_taken"));
    await expect(field(page, say("portal:tills.name"))).toHaveValue("till 9");
    await audit(page, "a new till whose name is taken");
    await button(dialog, say("admin:cancel")).click();
    const tills = page.getByRole("table", { name: say("portal:nav.tills") });
    await button(tills, `${say("portal:tills.edit")} Till 9`).click();
    await field(page, say("portal:tills.name")).fill("Till by the door");
    await audit(page, "a till to change");
    await button(dialog, say("portal:tills.save")).click();
    const door = tills.getByRole("row", { name: /Till by the door/ });
    await expect(door).toContainText(say("portal:tills.states.waiting"));
    await button(door, `${say("portal:tills.withdraw")} Till by the door`).click();
    await button(asked, say("portal:tills.withdraw")).click();
    await expect(door).toContainText(say("portal:tills.states.revoked"));
    await audit(page, "the tills of a partner");
  });

  test("the programme's staff have no portal", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, portalPaths.sales);
    await expect(page).toHaveURL(adminPaths.dashboard);
  });
});
