import { readFile } from "node:fs/promises";
import type { Download, Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { formatPoints } from "../src/i18n/format";
import { ADMIN_WINDOW, OWNER, signIn, title } from "./support/admin";
import { audit, auditBoth } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { newMember, reportDays } from "./support/people";

test.use(ADMIN_WINDOW);

const quiet = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0);

async function text(file: Download): Promise<string> {
  return await readFile(await file.path(), "utf8");
}

// In one language: admin.spec.ts checks the words of this screen in three.
test("the money view matches the ledger", async ({ page, say, server }) => {
  await newMember(server, { points: 321 });
  await signIn(page, say, OWNER, adminPaths.money);
  await expect(title(page, say("adminReports:title"))).toBeVisible();
  await quiet(page);

  const days = await reportDays(server);
  const newest = days.at(-1);
  const table = page.getByRole("table", { name: say("adminReports:days.title") });
  const first = table.getByRole("row").nth(1);
  await expect(first).toContainText(formatPoints(newest?.issued ?? 0));
  await expect(first).toContainText(formatPoints(newest?.outstanding ?? 0));
  await expect(page.getByRole("img", { name: formatPoints(newest?.outstanding ?? 0) })).toBeVisible();

  // The value of a point is a cent in the settings, which no test of this server changes.
  // Points that still wait are owed too.
  const cents = (newest?.outstanding ?? 0) + (newest?.pending ?? 0);
  const owed = `HK$${formatPoints(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, "0")}`;
  await expect(page.getByText(owed, { exact: true })).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: say("adminReports:liability.value") })).toHaveCount(0);
  await auditBoth(page, "money");

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: `${say("admin:export")} ${say("adminReports:days.title")}` }).click();
  const file = await text(await saved);
  expect(file.startsWith("\uFEFFday,transactions,issued")).toBe(true);
  expect(file).toContain(`${newest?.day},${newest?.transactions},${newest?.issued}`);

  await page.goto(`${adminPaths.money}?from=2026-03-02&to=2026-03-01`);
  await expect(page.getByText(say("adminReports:reversed"))).toBeVisible();
});

test("reports of a past day do not change later", async ({ page, say }) => {
  await signIn(page, say, OWNER, `${adminPaths.money}?at=2020-01-01`);
  await expect(page.getByText(say("adminReports:liability.points", { count: 0, points: "0" }))).toBeVisible();
});

for (const width of [1024, 390]) {
  test(`the money view fits ${width} pixels`, async ({ page, say }) => {
    await signIn(page, say, OWNER, adminPaths.account);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(adminPaths.money);
    await expect(title(page, say("adminReports:title"))).toBeVisible();
    await quiet(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await audit(page, `money at ${width}`);
  });
}
