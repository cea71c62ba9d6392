import { readFile } from "node:fs/promises";
import { adminPaths } from "../src/admin/paths";
import { formatMonth } from "../src/i18n/format";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";

// The factor gives these tests a server of their own, because they close a month.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 102 });

inEachLanguage((language) => {
  test("a partner's bill shows its lines and takes new rates", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/admin/bills/");
    await signIn(page, say, OPERATOR, adminPaths.bills);
    await expect(title(page, say("adminBills:title"))).toBeVisible();
    const table = page.getByRole("table", { name: say("adminBills:title") });
    const row = table.getByRole("row").nth(1);
    await expect(row).toContainText("HK$");
    await auditBoth(page, `bills of a month, ${language}`);
    const name = (await row.getByRole("link").textContent()) ?? "";
    await row.getByRole("link").click();
    await expect(title(page, name)).toBeVisible();
    await audit(page, `the bill of a partner, ${language}`);

    await button(page, say("adminBills:terms.change")).click();
    const form = page.getByRole("dialog");
    await form.getByLabel(say("adminBills:terms.issuedHkd"), { exact: true }).fill("101");
    await form.getByLabel(say("adminBills:terms.feeHkd"), { exact: true }).fill("0.002");
    await form.getByLabel(say("adminBills:terms.from"), { exact: true }).fill("2026-01-01");
    await button(form, say("adminBills:terms.keep")).click();
    // Told beside the field; what was typed stays.
    const issued = form.getByLabel(say("adminBills:terms.issuedHkd"), { exact: true });
    await expect(issued).toHaveAttribute("aria-invalid", "true");
    await expect(issued).toHaveValue("101");
    await audit(page, `refused rates, ${language}`);
    await issued.fill("0.03");
    await button(form, say("adminBills:terms.keep")).click();
    await expect(page.getByText(say("adminBills:terms.done"))).toBeVisible();
    const lines = page.getByRole("table", { name: say("adminBills:lines.title") });
    await expect(lines.getByRole("row").nth(1)).toContainText("0.03");
    await expect(lines.getByRole("row", { name: say("adminBills:lines.fee") })).toContainText("0.002");

    const saved = page.waitForEvent("download");
    await link(page, "PDF").click();
    const pdf = await readFile(await (await saved).path());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(title(page, name)).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await audit(page, `the bill of a partner on a phone, ${language}`);
  });
});

test("a month is closed for good", async ({ page, say, language, watch }) => {
  watch.expectStatus(400, "/api/admin/bills/");
  // The demo's purchases begin eight weeks ago.
  const month = new Date(Date.now() - 32 * 86_400_000).toISOString().slice(0, 7);
  await signIn(page, say, OWNER, `${adminPaths.bills}?month=${month}`);
  await button(page, say("adminBills:close.open")).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText(formatMonth(month, language));
  await audit(page, "closing a month");
  await button(dialog, say("adminBills:close.open")).click();
  await expect(
    page.getByText(say("adminBills:close.done", { month: formatMonth(month, language) })),
  ).toBeVisible();
  const table = page.getByRole("table", { name: say("adminBills:title") });
  await expect(table).toContainText(say("adminBills:number", { number: 1 }));
  await expect(button(page, say("adminBills:close.open"))).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: say("adminFind:label") }).fill("#1");
  await expect(page.getByRole("option", { name: say("adminFind:bill", { number: 1 }) })).toBeVisible();
  await audit(page, "search with a bill");
  await page.keyboard.press("Escape");
  const owed = page.getByRole("columnheader", { name: say("adminBills:sums.toPayHkd"), exact: true });
  await owed.getByRole("button").click();
  await expect(owed).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=-toPay/);
  await table.getByRole("link").first().click();
  await button(page, say("adminBills:terms.change")).click();
  const form = page.getByRole("dialog");
  await field(page, say("adminBills:terms.from")).fill(`${month}-05`);
  await button(form, say("adminBills:terms.keep")).click();
  await expect(field(page, say("adminBills:terms.from"))).toHaveAttribute("aria-invalid", "true");
});
