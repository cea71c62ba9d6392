import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button, heading, link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { awardAtTill, openTill } from "./support/counter";
import { fillNames, limit, liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, demandTwo, newMember } from "./support/people";
import { refusalIn, type Say } from "./support/words";

// A separate server, because the last tests change the settings of the programme.
test.use({ ...ADMIN_WINDOW, sourceScale: 102 });

const NAMES = { en: "own mug", zh: "自带杯", zhhk: "自備杯" };
/** Days on which no other test has a rule, because all tests of this file share one demo. */
const YEARS = { en: 2101, zh: 2102, zhhk: 2103 };

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** The line above the form with the state of the rule. */
const standing = (page: Page, say: Say) => page.getByRole("region", { name: say("adminRules:stateOf") });

/** Fills in a rule that gives 60 points for a bill from HK$6,500, which no other test has. */
async function fillRule(page: Page, say: Say, mark: string) {
  await fillNames(page, say, (one) => `${NAMES[one]} ${mark}`);
  await page.getByLabel(say("adminRules:form.bonus"), { exact: true }).selectOption("fixed");
  await box(page, say("adminRules:form.points")).fill("60");
  await box(page, say("adminRules:form.minimumBillHkd")).fill("6500");
}

/** Simulates the rule on the page and asks to switch it on. */
async function simulateAndSwitchOn(page: Page, say: Say) {
  await link(page, say("adminRules:simulate")).click();
  await button(page, say("adminRules:trial.run")).click();
  const shown = page.getByRole("table", { name: say("adminRules:trial.byPartner") });
  await expect(shown.getByRole("row").last()).toContainText(/\+[1-9]/);
  await audit(page, "a simulation");
  await button(page, say("adminRules:trial.switchOn", { version: 1 })).click();
  await audit(page, "a rule to switch on");
  await button(page.getByRole("dialog"), say("adminRules:trial.do")).click();
}

inEachLanguage(() => {
  test("a rule is written, simulated and switched on, and gives at the till", async ({
    page,
    say,
    server,
    watch,
    language,
    anotherPhone,
  }) => {
    test.setTimeout(120_000);
    watch.expectStatus(400, "/api/admin/earning-rules");
    const member = await newMember(server);
    await award(server, member, "6600.00", `before-${language}`);
    // All tests of this file share one demo.
    const name = `${NAMES[language]} ${language}`;

    await test.step("a draft, with each error beside its field", async () => {
      await signIn(page, say, OPERATOR, adminPaths.rules);
      await audit(page, "earning rules");
      await link(page, say("adminRules:add")).click();
      await button(page, say("admin:create")).click();
      await expect(page.getByText(say("admin:errors.required"))).toHaveCount(3);
      await fillRule(page, say, language);
      await button(page, say("admin:create")).click();
      const unlimited = page.getByRole("alert").filter({ hasText: refusalIn(language, "rule_unlimited") });
      await expect(unlimited.first()).toBeVisible();
      await audit(page, "a rule that nothing limits");
      await page.reload();
      await expect(box(page, say("adminRules:form.points"))).toHaveValue("60");
      await limit(page, say, 5_000);
      await button(page, say("admin:create")).click();
      await expect(title(page, name)).toBeVisible();
      await expect(standing(page, say).getByText(say("adminRules:notSimulated"))).toBeVisible();
      await audit(page, "a draft of a rule");
    });

    await test.step("simulated, then on", async () => {
      await simulateAndSwitchOn(page, say);
      await expect(
        standing(page, say).getByText(say("adminRules:onOf", { version: 1 }), { exact: true }),
      ).toBeVisible();
    });

    await test.step("the till gives it and says why", async () => {
      const till = await anotherPhone();
      await openTill(till, say, server);
      await awardAtTill(till, say, member.shortId, 6_500, 6_560);
      await expect(heading(till, say("counter:done.title"))).toBeVisible();
      await expect(till.getByRole("term").filter({ hasText: name })).toBeVisible();
    });

    await test.step("the member reads it", async () => {
      const phone = await anotherPhone();
      await logIn(phone, say, member.email);
      await phone.goto(paths.points);
      await phone.getByRole("button", { name: `6,500 + 60 ${name}` }).click();
      await expect(stencil(phone.getByRole("dialog"), "+6,560")).toBeVisible();
    });

    await test.step("the transaction at the desk leads to the rule", async () => {
      const id = await award(server, member, "6500.00", `by-rule-${language}`);
      await page.goto(recordPath(adminPaths.transactions, id));
      const rule = page.getByRole("main").getByRole("link", { name, exact: true });
      await expect(rule).toBeVisible();
      await audit(page, "an award with a rule");
      await rule.click();
      await expect(title(page, name)).toBeVisible();
    });

    await test.step("a change makes a draft, and the version that is on stays until it is switched off", async () => {
      await page.goto(adminPaths.rules);
      await link(page, name).click();
      await box(page, say("adminRules:form.points")).fill("90");
      await button(page, say("admin:save")).click();
      await expect(
        standing(page, say).getByText(say("adminRules:draftOf", { version: 2 }), { exact: true }),
      ).toBeVisible();
      await expect(
        standing(page, say).getByText(say("adminRules:onOf", { version: 1 }), { exact: true }),
      ).toBeVisible();
      await audit(page, "a rule that is on, with a draft");
      await button(page, say("adminRules:drop.open")).click();
      await button(page.getByRole("alertdialog"), say("adminRules:drop.open")).click();
      await expect(box(page, say("adminRules:form.points"))).toHaveValue("60");
      await button(page, say("adminRules:off.open")).click();
      await audit(page, "a rule to switch off");
      await button(page.getByRole("alertdialog"), say("adminRules:off.open")).click();
      await expect(
        standing(page, say).getByText(say("adminRules:states.off"), { exact: true }),
      ).toBeVisible();
      await expect(button(page, say("adminRules:off.open"))).toHaveCount(0);
    });
  });

  test("a rule that competes with another without an order is refused beside its priority", async ({
    page,
    say,
    server,
    watch,
    language,
  }) => {
    watch.expectStatus(400, "/api/admin/earning-rules");
    const [from, until] = [`${YEARS[language]}-01-01`, `${YEARS[language]}-01-31`];
    const other = { en: `reading week ${language}`, zh: `读书周 ${language}`, zhhk: `閱讀週 ${language}` };
    await liveRule(server, {
      name: other,
      bonus: { kind: "fixed", points: 40 },
      stacking: "best",
      from,
      until,
    });

    await signIn(page, say, OPERATOR, `${adminPaths.rules}/new`);
    await fillRule(page, say, `3 ${language}`);
    await page.getByLabel(say("adminRules:form.from"), { exact: true }).fill(until);
    await page.getByLabel(say("adminRules:form.until"), { exact: true }).fill(`${YEARS[language]}-02-28`);
    await page.getByLabel(say("adminRules:form.stacking"), { exact: true }).selectOption("best");
    await button(page, say("admin:create")).click();
    const overlap = refusalIn(language, "rules_overlap");
    const priority = box(page, say("adminRules:form.priority"));
    await expect(priority).toHaveAttribute("aria-invalid", "true");
    await expect(priority).toHaveAccessibleDescription(new RegExp(overlap));
    // The note above the form names the other rule.
    await expect(page.getByRole("alert").filter({ hasText: other[language] })).toContainText(overlap);
    await audit(page, "a rule that competes with another");

    await priority.fill("1");
    await button(page, say("admin:create")).click();
    await expect(title(page, `${NAMES[language]} 3 ${language}`)).toBeVisible();
    await expect(box(page, say("adminRules:form.priority"))).toHaveValue("1");
  });
});

inEachLanguage((language) => {
  test("a rule without a low budget waits for a second person, who reads what it would do", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const member = await newMember(server);
    await award(server, member, "6600.00", `before-two-${language}`);
    await demandTwo(server);
    await signIn(page, say, OPERATOR, `${adminPaths.rules}/new`);
    await fillRule(page, say, `2 ${language}`);
    await limit(page, say, 50_000);
    await button(page, say("admin:create")).click();
    await expect(title(page, `${NAMES[language]} 2 ${language}`)).toBeVisible();
    await simulateAndSwitchOn(page, say);
    await expect(page.getByText(say("admin:waits"))).toBeVisible();
    await expect(
      standing(page, say).getByText(say("adminRules:states.draft"), { exact: true }),
    ).toBeVisible();

    const colleague = await anotherPhone({ viewport: ADMIN_WINDOW.viewport });
    await signIn(colleague, say, OWNER, adminPaths.approvals);
    const named = say("adminApprovals:actions.earning_rule.switch_on");
    await button(colleague.getByRole("table"), named).click();
    const request = colleague.getByRole("dialog", { name: named });
    await expect(request.getByRole("definition").filter({ hasText: "50,000" })).toBeVisible();
    await audit(colleague, "a rule to agree to");
    await button(request, say("adminApprovals:approve")).click();
    await expect(colleague.getByText(say("adminApprovals:approved", { what: named }))).toBeVisible();
    await page.reload();
    await expect(
      standing(page, say).getByText(say("adminRules:onOf", { version: 1 }), { exact: true }),
    ).toBeVisible();
  });
});
