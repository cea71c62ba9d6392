import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button, link, logIn, stencil } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { findMember, openTill, press } from "./support/counter";
import { fillNames } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, call, newMember, staffToken } from "./support/people";
import { refusalIn } from "./support/words";

// A server of its own, because the rules hold the points of every purchase.
test.use({ ...ADMIN_WINDOW, sourceScale: 122 });

/** The last day of the rule, and the day on which points are released. */
const [LAST, RELEASE] = ["2099-12-24", "2099-12-26"];

inEachLanguage(() => {
  test("an operator lets the points of every purchase wait until one day, without a bonus", async ({
    page,
    say,
    server,
    watch,
    language,
    anotherPhone,
  }) => {
    test.setTimeout(120_000);
    watch.expectStatus(400, "/api/admin/earning-rules");
    const token = await staffToken(server, OPERATOR);
    const name = `festival ${language}`;
    const choose = (label: string) => page.getByRole("combobox", { name: label, exact: true });
    const [waits = ""] = say("adminRules:says.pendingAllUntil", { day: "|" })
      .split("|")
      .filter((part) => part !== "");
    const member = await newMember(server);
    await award(server, member, "80.00", `before-festival-${language}`);

    await test.step("each error stands beside its field", async () => {
      await signIn(page, say, OPERATOR, adminPaths.rules);
      await link(page, say("adminRules:add")).click();
      await fillNames(page, say, () => name);
      await page.getByLabel(say("adminRules:form.until"), { exact: true }).fill(LAST);
      await choose(say("adminRules:form.bonus")).selectOption("none");
      await expect(choose(say("adminRules:form.pending"))).toHaveCount(0);
      await expect(choose(say("adminRules:form.budget"))).toHaveCount(0);
      await expect(page.getByText(say("adminRules:preview.onlyWaits"))).toBeVisible();
      await choose(say("adminRules:form.pendingBy")).selectOption("until");
      const day = page.getByLabel(say("adminRules:form.pendingUntil"), { exact: true });
      await button(page, say("admin:create")).click();
      await expect(day).toHaveAccessibleDescription(new RegExp(say("admin:errors.required")));
      await day.fill("2099-12-23");
      await button(page, say("admin:create")).click();
      await expect(day).toHaveAccessibleDescription(
        new RegExp(refusalIn(language, "rule_pending_before_end")),
      );
      await auditBoth(page, `points that are released before the rule ends, ${language}`);
      await day.fill(RELEASE);
      await expect(page.getByText(say("adminRules:checks.onlyWaits"))).toBeVisible();
      await expect(page.getByText(say("adminRules:checks.sound"))).toBeVisible();
      await audit(page, `a rule without a bonus, ${language}`);
      await button(page, say("admin:create")).click();
      await expect(title(page, name)).toBeVisible();
    });
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

    await test.step("the simulation tells what would wait", async () => {
      await link(page, say("adminRules:simulate")).click();
      await button(page, say("adminRules:trial.run")).click();
      await expect(
        page.getByRole("term").filter({ hasText: say("adminRules:trial.waitingPoints") }),
      ).toBeVisible();
      await auditBoth(page, `a simulation without a bonus, ${language}`);
      await button(page, say("adminRules:trial.switchOn", { version: 1 })).click();
      await audit(page, `a rule without a bonus to switch on, ${language}`);
      await button(page.getByRole("dialog"), say("adminRules:trial.do")).click();
      await expect(title(page, name)).toBeVisible();
      await page.goto(adminPaths.rules);
      await expect(page.getByRole("row").filter({ hasText: name })).toContainText(waits);
    });

    await test.step("the desk reads which rule holds a bill", async () => {
      await button(page, say("adminRules:tryBill.open")).click();
      const dialog = page.getByRole("dialog", { name: say("adminRules:tryBill.title") });
      await dialog
        .getByRole("combobox", { name: say("adminRules:tryBill.partner") })
        .selectOption({ index: 1 });
      await dialog.getByRole("textbox", { name: say("adminRules:tryBill.member") }).fill(member.shortId);
      await button(dialog, say("adminRules:tryBill.submit")).click();
      await expect(dialog.getByRole("term").filter({ hasText: name })).toContainText("2099");
      await audit(page, `a tried bill that a rule holds, ${language}`);
    });

    let held = "";
    await test.step("the till and the member read the day", async () => {
      const till = await anotherPhone();
      await openTill(till, say, server);
      await findMember(till, say, member.shortId);
      await press(till, "42");
      const [until = ""] = say("counter:because.pending", { day: "|" })
        .split("|")
        .filter((part) => part !== "");
      const waiting = till.getByRole("listitem").filter({ hasText: until });
      await expect(waiting).toHaveCount(2);
      await expect(waiting.filter({ hasText: name })).toContainText("–");
      await audit(till, `points that a rule holds at the till, ${language}`);
      held = await award(server, member, "42.00", `festival-${language}`);
      const phone = await anotherPhone();
      await logIn(phone, say, member.email);
      await phone.goto(paths.points);
      await expect(stencil(phone, "80")).toBeVisible();
      const [before = ""] = say("points:lots.pending", { count: 42, points: "42", day: "|" }).split("|");
      await expect(phone.getByText(before)).toBeVisible();
      await audit(phone, `points that a rule holds, ${language}`);
    });
    await test.step("the desk reads which rule holds the points of an award", async () => {
      await page.goto(`${adminPaths.transactions}/${held}`);
      const [because = ""] = say("adminMoney:why.waits", { day: "|" }).split("|");
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText(because);
      await expect(row).toContainText(say("adminMoney:why.version", { version: 1 }));
      await audit(page, `an award that a rule holds, ${language}`);
    });
    await call(server, "POST", `/api/admin/earning-rules/${id}/switch-off`, {
      token,
      headers: { "If-Match": "*" },
    });
  });
});
