import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit, auditDark } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { BOB } from "./support/people";
import { refusalIn } from "./support/words";

test.use({ ...ADMIN_WINDOW, programme: "filled" });

inEachLanguage((language) => {
  test("an operator tries a bill, and a change of it removes the answer", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/admin/earning-rules/bill");
    await signIn(page, say, OPERATOR, adminPaths.rules);
    await button(page, say("adminRules:tryBill.open")).click();
    const dialog = page.getByRole("dialog", { name: say("adminRules:tryBill.title") });
    const box = (label: string) => dialog.getByRole("textbox", { name: new RegExp(`^${label}`) });
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(dialog.getByText(say("adminRules:tryBill.required.partner"))).toBeVisible();
    await expect(dialog.getByText(say("adminRules:tryBill.required.member"))).toBeVisible();
    await dialog
      .getByRole("combobox", { name: say("adminRules:tryBill.partner") })
      .selectOption({ index: 1 });
    const member = box(say("adminRules:tryBill.member"));
    await member.fill("nobody@kapok.example");
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(dialog.getByText(refusalIn(language, "member_not_found"))).toBeVisible();
    await audit(page, `a bill of a member whom nobody knows, ${language}`);
    await member.fill(BOB.email);
    await box(say("adminRules:tryBill.amount")).fill("200");
    await button(dialog, say("adminRules:tryBill.submit")).click();
    const gives = dialog.getByRole("status");
    await expect(gives.getByText(say("adminRules:preview.gives"))).toBeVisible();
    await audit(page, `a tried bill, ${language}`);
    await auditDark(page, `a tried bill, ${language}`);
    await box(say("adminRules:tryBill.amount")).fill("90");
    await expect(gives).toBeEmpty();
    await page.setViewportSize({ width: 390, height: 844 });
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(gives.getByText(say("adminRules:preview.gives"))).toBeVisible();
    await audit(page, `a tried bill on a phone, ${language}`);
  });

  test("rules are narrowed to those of a partner", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.rules);
    const rows = page.getByRole("table", { name: say("adminRules:title") }).getByRole("row");
    await expect(rows.nth(1)).toBeVisible();
    const all = await rows.count();
    await page.getByRole("combobox", { name: say("adminRules:tryBill.partner") }).selectOption({ index: 1 });
    await expect(page).toHaveURL(/partner=[0-9a-f]{32}/);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    await audit(page, `rules of a partner, ${language}`);
  });
});
