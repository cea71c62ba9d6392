import { readFile } from "node:fs/promises";
import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";

// The factor gives these tests a server of their own, because they count what waits.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 103 });

inEachLanguage((language) => {
  test("the dashboard compares a range with the time before, and each number opens its list", async ({
    page,
    say,
  }) => {
    await signIn(page, say, OPERATOR, adminPaths.dashboard);
    await expect(title(page, say("adminDashboard:title"))).toBeVisible();
    const tile = (name: "liability" | "issued" | "redeemed" | "active" | "soon") =>
      page.locator("section").filter({
        has: page.getByRole("link", { name: say(`adminDashboard:kpi.${name}`), exact: true }),
      });
    for (const name of ["liability", "issued", "redeemed", "active", "soon"] as const)
      await expect(tile(name).first().getByRole("img")).toBeVisible();
    await expect(page.getByRole("table", { name: say("adminDashboard:partners.title") })).toBeVisible();
    await expect(page.getByRole("table", { name: say("adminDashboard:items.title") })).toBeVisible();
    for (const name of ["alarms", "claims", "exchanges", "approvals"] as const)
      await expect(
        page.getByRole("main").getByRole("link", { name: say(`adminDashboard:waits.${name}`), exact: true }),
      ).toBeVisible();
    await auditBoth(page, `dashboard, ${language}`);

    // Twelve weeks, by key; the days stand in the address.
    await page.keyboard.press("2");
    await expect(button(page, say("adminDashboard:range.84"))).toHaveAttribute("aria-pressed", "true");
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d/);
    await page.keyboard.press("t");
    await expect(page.getByRole("table", { name: say("adminDashboard:chart.title") })).toBeVisible();
    await audit(page, `dashboard as a table, ${language}`);
    const file = page.waitForEvent("download");
    await page.getByRole("link", { name: say("admin:export"), exact: true }).click();
    expect(await readFile(await (await file).path(), "utf8")).toMatch(/^\uFEFFday,transactions,issued/);
    const paper = page.waitForEvent("download");
    await page.getByRole("link", { name: say("adminDashboard:pdf"), exact: true }).click();
    const pdf = await paper;
    expect(pdf.suggestedFilename()).toMatch(/^dashboard-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.pdf$/);
    expect((await readFile(await pdf.path())).subarray(0, 5).toString()).toBe("%PDF-");

    const from = new URL(page.url()).searchParams.get("from") ?? "";
    await page.getByRole("link", { name: say("adminDashboard:kpi.issued"), exact: true }).click();
    await expect(title(page, say("adminReports:title"))).toBeVisible();
    expect(new URL(page.url()).searchParams.get("from")).toBe(from);
  });
});

test("a range that ends before it begins is refused, and days are chosen by key", async ({ page, say }) => {
  await signIn(page, say, OPERATOR, adminPaths.dashboard);
  await expect(title(page, say("adminDashboard:title"))).toBeVisible();
  await page.keyboard.press("4");
  await expect(field(page, say("adminDashboard:range.from"))).toBeVisible();
  await page.goto(`${adminPaths.dashboard}?from=2026-03-02&to=2026-03-01`);
  await expect(page.getByText(say("adminDashboard:range.unsound"))).toBeVisible();
  await expect(page.getByRole("link", { name: say("adminDashboard:pdf"), exact: true })).toHaveCount(0);
  await audit(page, "a dashboard without a range");
  await page.keyboard.press("1");
  await expect(page.getByText(say("adminDashboard:range.unsound"))).toHaveCount(0);
});

test("the dashboard fits a phone", async ({ page, say }) => {
  await signIn(page, say, OPERATOR, adminPaths.dashboard);
  await page.setViewportSize({ width: 375, height: 812 });
  await expect(title(page, say("adminDashboard:title"))).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  await audit(page, "the dashboard on a phone");
});

test("the dashboard says that no value of a point is set", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.settings);
  const value = field(page, say("adminSettings:programme.names.pointValueHkd"));
  await value.fill("0");
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  await page.goto(adminPaths.dashboard);
  await expect(page.getByRole("link", { name: say("adminDashboard:kpi.noValue") })).toBeVisible();
  await audit(page, "the dashboard without a value of a point");
});
