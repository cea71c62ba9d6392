import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button, heading, link } from "./support/app";
import { audit } from "./support/audit";
import { factor } from "./support/carbonFactors";
import { findMember, openTill, press } from "./support/counter";
import { fillNames, limit, switchOn } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newMember, staffToken } from "./support/people";
import { refusalIn } from "./support/words";

// A server of its own, because its factors and rules would change what other tests see at the till.
test.use({ ...ADMIN_WINDOW, sourceScale: 112 });

inEachLanguage(() => {
  test("an operator gives points for each refill, and the till counts them before the award", async ({
    page,
    say,
    server,
    watch,
    language,
    anotherPhone,
  }) => {
    const token = await staffToken(server, "operator@kapok.example");
    // All tests of this file share one demo.
    const refill = { en: `Refill ${language}`, zh: `补充装 ${language}`, zhhk: `補充裝 ${language}` };
    const dropFactor = await factor(server, { unit: "action", name: refill, grams: "80", most: "6" });
    const box = (name: string) => page.getByRole("textbox", { name, exact: true });
    const choose = (name: string) => page.getByRole("combobox", { name, exact: true });

    const id = await test.step("the rule names the factor", async () => {
      await signIn(page, say, OPERATOR, adminPaths.rules);
      await link(page, say("adminRules:add")).click();
      await fillNames(page, say, () => `refills ${language}`);
      await choose(say("adminRules:form.bonus")).selectOption("perUnit");
      await box(say("adminRules:form.points")).fill("15");
      await limit(page, say, 5_000);
      await button(page, say("admin:create")).click();
      await expect(choose(say("adminRules:form.factorId"))).toHaveAccessibleDescription(
        new RegExp(say("admin:errors.required")),
      );
      await choose(say("adminRules:form.factorId")).selectOption({ label: refill[language] });
      await audit(page, "a rule by the unit");
      await button(page, say("admin:create")).click();
      await expect(title(page, `refills ${language}`)).toBeVisible();
      const made = new URL(page.url()).pathname.split("/").at(-1) ?? "";
      await page.goto(adminPaths.rules);
      const says = say("adminRules:says.perUnit", { points: "15", name: refill[language] });
      await expect(page.getByRole("row").filter({ hasText: says })).toBeVisible();
      return made;
    });

    await switchOn(server, token, id);
    const member = await newMember(server);
    await test.step("the desk tries a bill with refills", async () => {
      watch.expectStatus(400, "/api/admin/earning-rules/bill");
      await button(page, say("adminRules:tryBill.open")).click();
      const dialog = page.getByRole("dialog", { name: say("adminRules:tryBill.title") });
      const typed = (name: string) => dialog.getByRole("textbox", { name });
      const tried = button(dialog, say("adminRules:tryBill.submit"));
      await dialog
        .getByRole("combobox", { name: say("adminRules:tryBill.partner") })
        .selectOption({ index: 1 });
      await typed(say("adminRules:tryBill.member")).fill(member.shortId);
      await expect(typed(say("adminRules:tryBill.quantity"))).toHaveCount(0);
      const entered = dialog.getByRole("combobox", { name: say("adminRules:tryBill.factor") });
      await entered.selectOption({ label: refill[language] });
      const quantity = typed(say("adminRules:tryBill.quantity"));
      await expect(quantity).toHaveAccessibleDescription(say("adminRules:tryBill.most", { most: "6" }));
      await quantity.fill("");
      await tried.click();
      await expect(quantity).toHaveAccessibleDescription(say("adminRules:tryBill.required.quantity"));
      await quantity.fill("7");
      await tried.click();
      await expect(quantity).toHaveAccessibleDescription(refusalIn(language, "invalid_value"));
      await audit(page, `a tried bill with too many refills, ${language}`);
      await quantity.fill("2");
      await tried.click();
      const gives = dialog
        .getByRole("status")
        .getByRole("term")
        .filter({ hasText: `refills ${language}` });
      await expect(gives).toBeVisible();
      await expect(dialog.getByRole("status").getByText("+30", { exact: true })).toBeVisible();
      await audit(page, `a tried bill with refills, ${language}`);
    });
    const till = await anotherPhone();
    await openTill(till, say, server);
    await findMember(till, say, member.shortId);
    await press(till, "42");
    const more = button(till, say("counter:carbon.more", { name: refill[language] }));
    await more.click();
    await more.click();
    const award = button(till, say("counter:award.submit", { count: 72, points: "72" }));
    await expect(award).toBeVisible();
    await expect(till.getByRole("listitem").filter({ hasText: `refills ${language}` })).toContainText("30");
    await audit(till, "points for refills at the till");
    await award.click();
    await expect(heading(till, say("counter:done.title"))).toBeVisible();
    await expect(till.getByRole("term").filter({ hasText: `refills ${language}` })).toBeVisible();
    await call(server, "POST", `/api/admin/earning-rules/${id}/switch-off`, {
      token,
      headers: { "If-Match": "*" },
    });
    await dropFactor();
  });
});
