import { readFile } from "node:fs/promises";
import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";

// The factor gives these tests a server of their own, because they change its assumption.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 103 });

inEachLanguage((language) => {
  test("the journal balances, and its assumption is changed with a reason", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/admin/journal/breakage");
    await signIn(page, say, OPERATOR, adminPaths.journal);
    await expect(title(page, say("adminJournal:title"))).toBeVisible();
    const lines = page.getByRole("table", { name: say("adminJournal:lines") });
    await expect(lines).toContainText(say("adminJournal:accounts.deferredRevenue"));
    await auditBoth(page, `the journal, ${language}`);

    await button(page, say("adminJournal:breakage.change")).click();
    const form = page.getByRole("dialog");
    const percent = field(page, say("adminJournal:breakage.percent"));
    await percent.fill("91");
    await button(form, say("adminJournal:breakage.keep")).click();
    await expect(form.getByText(say("adminJournal:breakage.required"))).toBeVisible();
    await field(page, say("adminJournal:breakage.reason")).fill("Two years");
    await button(form, say("adminJournal:breakage.keep")).click();
    // The error is shown at the field, and the typed value stays.
    await expect(percent).toHaveAttribute("aria-invalid", "true");
    await expect(percent).toHaveValue("91");
    await audit(page, `a refused assumption, ${language}`);
    await percent.fill("12.5");
    await button(form, say("adminJournal:breakage.keep")).click();
    await expect(page.getByText(say("adminJournal:breakage.done"))).toBeVisible();
    await expect(lines).toContainText(say("adminJournal:kinds.breakage"));

    const saved = page.waitForEvent("download");
    await link(page, "PDF").click();
    const pdf = await readFile(await (await saved).path());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(lines).toBeVisible();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    await audit(page, `the journal on a phone, ${language}`);
  });
});
