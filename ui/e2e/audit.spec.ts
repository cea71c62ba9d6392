import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OWNER, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

test.use(ADMIN_WINDOW);

/** The content of the file that a link downloads. */
async function kept(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ]);
  return readFile(await file.path(), "utf8");
}

inOneLanguage("zhhk", () => {
  test("the audit log is verified, filtered and exported", async ({ page, say }) => {
    await signIn(page, say, OWNER, adminPaths.members);
    const saved = page.waitForEvent("download");
    await button(page, say("admin:export")).click();
    expect(await readFile(await (await saved).path(), "utf8")).toMatch(/^\uFEFF_id,/);

    await page.goto(adminPaths.audit);
    await expect(title(page, say("adminAudit:title"))).toBeVisible();
    await expect(page.getByText(say("adminAudit:chain.soundLine", { at: "" }).slice(0, 12))).toBeVisible();
    const table = page.getByRole("table", { name: say("adminAudit:title") });
    const downloaded = say("adminAudit:actions.member.download");
    await expect(button(table, downloaded).first()).toBeVisible();
    await audit(page, "the audit log");

    await page
      .getByRole("combobox", { name: say("adminAudit:action"), exact: true })
      .selectOption("member.download");
    await expect(page).toHaveURL(/action=member\.download/);
    await page.reload();
    await expect(button(table, downloaded).first()).toBeVisible();
    await expect(button(table, say("adminAudit:actions.item.create"))).toHaveCount(0);
    const csv = await kept(page, say("admin:export"));
    expect(
      csv
        .trimEnd()
        .split("\r\n")
        .slice(1)
        .every((line) => line.includes("member.download")),
    ).toBe(true);
    expect(JSON.parse((await kept(page, "NDJSON")).split("\n")[0] ?? "").action).toBe("member.download");

    await button(table, downloaded).first().click();
    const drawer = page.getByRole("dialog", { name: downloaded });
    await audit(page, "an entry of the audit log");
    await button(drawer, say("adminAudit:sameActor")).click();
    await expect(page).toHaveURL(/actor=/);
    await page.getByRole("searchbox", { name: say("adminAudit:search") }).fill("nobody-has-this-name");
    await expect(page.getByText(say("adminAudit:empty.narrowTitle"))).toBeVisible();
  });

  test("an audit entry links to its member, and the member to their entries", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 20 });
    const path = recordPath(adminPaths.members, member._id);
    await signIn(page, say, OWNER, path);
    await page.getByRole("tab", { name: say("adminMember:tabs.trail"), exact: true }).click();
    await page.getByRole("link", { name: say("adminMember:trail.whole") }).click();
    await expect(page).toHaveURL(`${adminPaths.audit}?target=${member._id}`);
    const table = page.getByRole("table", { name: say("adminAudit:title") });
    const adjusted = table.getByRole("row").filter({ hasText: say("adminAudit:actions.member.adjust") });
    await expect(adjusted.getByRole("link", { name: "Ka Yan Lau" })).toBeVisible();
    await audit(page, "the audit log of one member");
    await adjusted.getByRole("link", { name: say("adminAudit:transaction", { id: "" }).trim() }).click();
    await expect(page).toHaveURL(new RegExp(`${adminPaths.transactions}/[0-9a-f]{32}`));
    await page.goBack();
    await adjusted.getByRole("link", { name: "Ka Yan Lau" }).click();
    await expect(page).toHaveURL(path);

    await page.getByRole("tab", { name: say("adminMember:tabs.transactions") }).click();
    await page.getByRole("row").filter({ hasText: "+20" }).getByRole("link").click();
    await button(page, say("adminMoney:reverse")).click();
    await field(page, say("admin:reason.label")).fill("The wrong member");
    await button(page, say("adminMembers:reverse.submit")).click();
    await expect(page.getByText(say("adminMoney:reversed"), { exact: true })).toBeVisible();
    await page.goto(`${adminPaths.audit}?action=transaction.reverse`);
    const reversed = button(table, say("adminAudit:actions.transaction.reverse")).first();
    await reversed.click();
    const drawer = page.getByRole("dialog", { name: say("adminAudit:actions.transaction.reverse") });
    await expect(drawer.getByText(say("adminAudit:members", { count: 1 }), { exact: true })).toBeVisible();
    await audit(page, "an entry about a transaction");
    await drawer.getByRole("link", { name: "Ka Yan Lau" }).click();
    await expect(page).toHaveURL(path);
    await expect(title(page, "Ka Yan Lau")).toBeVisible();
  });

  test("page views are shown by screen and day", async ({ page, say }) => {
    const [counted] = await Promise.all([
      page.waitForResponse((answer) => answer.url().endsWith("/api/analytics/pageview")),
      page.goto(paths.login),
    ]);
    expect(counted.ok()).toBe(true);
    await signIn(page, say, OWNER, adminPaths.money);
    await page
      .getByRole("banner")
      .getByRole("link", { name: say("adminReports:views.title") })
      .click();
    await expect(title(page, say("adminReports:views.title"))).toBeVisible();
    const table = page.getByRole("table", { name: say("adminReports:views.title") });
    await expect(table.getByRole("cell", { name: "/login" }).first()).toBeVisible();
    await audit(page, "page views");
    expect(await kept(page, say("admin:export"))).toMatch(/^\uFEFFday,path,views\r\n/);
    await page.getByRole("combobox", { name: say("adminReports:views.page") }).selectOption("/login");
    await expect(page).toHaveURL(/page=%2Flogin/);
  });
});
