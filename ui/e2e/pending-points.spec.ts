import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, link, logIn, stencil } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, newMember } from "./support/people";

/** A rule for third bills of an amount that no other test has, because all tests of a browser share one demo. */
const RETURNS = {
  name: { en: "sale", zh: "特卖", zhhk: "特賣" },
  bonus: { kind: "fixed", points: 25 },
  minimumBillHkd: "6400",
  occasion: { kind: "nthPurchase", n: 3 },
  pending: { days: 14, of: "purchase" },
  caps: { perMember: 100 },
};

inEachLanguage((language) => {
  test("points of a purchase wait for the time of returns, and say so", async ({ page, say, server }) => {
    await liveRule(server, RETURNS);
    const member = await newMember(server);
    for (const number of [1, 2]) await award(server, member, "1.00", `before-returns-${language}-${number}`);
    await award(server, member, "6400.00", `returns-${language}`);
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    await page.goto(paths.points);
    await expect(stencil(page, "2")).toBeVisible();
    const [before = ""] = say("points:lots.pending", { count: 6_425, points: "6,425", day: "|" }).split("|");
    await expect(page.getByText(before)).toBeVisible();
    await auditBoth(page, "Points with points that wait");
    await page.getByRole("button", { name: `6,400 + 25 ${RETURNS.name[language]}` }).click();
    const receipt = page.getByRole("dialog");
    await expect(receipt.getByRole("term").filter({ hasText: say("points:receipt.pending") })).toBeVisible();
    await expect(stencil(receipt, "+6,425")).toBeVisible();
    await audit(page, "a receipt of points that wait");
  });

  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("an operator lets the points of a rule wait", async ({ page, say }) => {
      await signIn(page, say, OPERATOR, adminPaths.rules);
      await link(page, say("adminRules:add")).click();
      await page.getByLabel(say("adminRules:form.pending"), { exact: true }).selectOption("purchase");
      const days = page.getByRole("textbox", { name: say("adminRules:form.pendingDays"), exact: true });
      await expect(days).toHaveValue("14");
      await days.fill("");
      await button(page, say("admin:create")).click();
      await expect(days).toHaveAttribute("aria-invalid", "true");
      await audit(page, "a rule whose points wait");
    });
  });
});
