import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { BOB } from "./support/people";
import { refusalIn } from "./support/words";

test.use({ ...ADMIN_WINDOW, programme: "filled" });

const TRAM = { en: "Island Tramlines", zh: "岛线电车", zhhk: "島線電車" };
const BOOKS = { en: "Backlane Books", zh: "后巷书室", zhhk: "後巷書室" };
const NEWCOMERS = { en: "newcomers", zh: "新会员加分", zhhk: "新會員加分" };
const DOUBLE = { en: "double Tuesday", zh: "周二双倍", zhhk: "星期二雙倍" };

inEachLanguage((language) => {
  test("an operator tries a bill, and a change of it removes the answer", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/admin/earning-rules/bill");
    await signIn(page, say, OPERATOR, adminPaths.rules);
    await button(page, say("adminRules:tryBill.open")).click();
    const dialog = page.getByRole("dialog", { name: say("adminRules:tryBill.title") });
    const box = (label: string) => dialog.getByRole("textbox", { name: label });
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(dialog.getByText(say("adminRules:tryBill.required.partner"))).toBeVisible();
    await expect(dialog.getByText(say("adminRules:tryBill.required.member"))).toBeVisible();
    const partner = dialog.getByRole("combobox", { name: say("adminRules:tryBill.partner") });
    await partner.selectOption({ label: TRAM[language] });
    const member = box(say("adminRules:tryBill.member"));
    await member.fill("nobody@kapok.example");
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(dialog.getByText(refusalIn(language, "member_not_found"))).toBeVisible();
    await audit(page, `a bill of a member whom nobody knows, ${language}`);
    await member.fill(BOB.email);
    await box(say("adminRules:tryBill.amount")).fill("200");
    await button(dialog, say("adminRules:tryBill.submit")).click();
    const gives = dialog.getByRole("status");
    // The tram gives 1.25 points for each HK$1, and no rule adds to them.
    await expect(gives.getByText("250").last()).toBeVisible();
    await auditBoth(page, `a tried bill, ${language}`);
    await box(say("adminRules:tryBill.amount")).fill("90");
    await expect(gives).toBeEmpty();
    await page.setViewportSize({ width: 390, height: 844 });
    await button(dialog, say("adminRules:tryBill.submit")).click();
    await expect(gives.getByText("112").last()).toBeVisible();
    await audit(page, `a tried bill on a phone, ${language}`);
  });

  test("rules are narrowed to those of a partner", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.rules);
    const rows = page.getByRole("table", { name: say("adminRules:title") }).getByRole("row");
    const stays = rows.filter({ hasText: NEWCOMERS[language] });
    const goes = rows.filter({ hasText: DOUBLE[language] });
    await expect(goes).toBeVisible();
    const partner = page.getByRole("combobox", { name: say("adminRules:partner") });
    await partner.selectOption({ label: BOOKS[language] });
    await expect(page).toHaveURL(/partner=[0-9a-f]{32}/);
    await expect(goes).toBeHidden();
    await expect(stays).toBeVisible();
    await audit(page, `rules of a partner, ${language}`);
  });
});
