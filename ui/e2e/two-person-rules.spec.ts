import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, OWNER, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { demandTwo } from "./support/people";
import type { Say } from "./support/words";

// A separate server, because the programme demands two people from now on.
test.use({ ...ADMIN_WINDOW, sourceScale: 109 });

type ActionName = "goal.switch_on" | "expiry.switch_on";

/** A colleague opens the request, reads some facts of it, and approves it. */
async function approve(colleague: Page, say: Say, action: ActionName, facts: readonly string[]) {
  const named = say(`adminApprovals:actions.${action}`);
  await button(colleague.getByRole("table"), named).click();
  const request = colleague.getByRole("dialog", { name: named });
  for (const fact of facts)
    await expect(request.getByRole("definition").filter({ hasText: fact }).first()).toBeVisible();
  await audit(colleague, `a request of ${action}`);
  await button(request, say("adminApprovals:approve")).click();
  await expect(colleague.getByText(say("adminApprovals:approved", { what: named }))).toBeVisible();
}

inEachLanguage((language) => {
  test("a goal without a limit waits for a second person, who reads what it gives", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    await demandTwo(server);
    await signIn(page, say, OPERATOR, adminPaths.goals);
    await link(page, say("adminGoals:add")).click();
    const names = { en: `Five refills ${language}`, zh: "补充五次", zhhk: "補充五次" };
    for (const one of ["en", "zh", "zhhk"] as const) {
      const label = say("adminGoals:nameIn", { language: say(`admin:languages.${one}`) });
      await page.getByRole("textbox", { name: label }).fill(names[one]);
    }
    await page.getByRole("textbox", { name: say("adminGoals:target") }).fill("5");
    await button(page, say("adminGoals:save")).click();
    await button(page, say("adminGoals:switchOn")).click();
    await button(page.getByRole("alertdialog"), say("adminGoals:ask.on.submit")).click();
    await expect(page.getByText(say("admin:waits"))).toBeVisible();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByText(say("adminGoals:states.draft"), { exact: true })).toBeVisible();
    await audit(page, "a goal that waits");

    const colleague = await anotherPhone(ADMIN_WINDOW);
    await signIn(colleague, say, OWNER, adminPaths.approvals);
    await approve(colleague, say, "goal.switch_on", [
      names[language],
      say("adminGoals:targets.purchases", { count: 5, target: "5" }),
      say("adminGoals:points", { count: 100, points: "100" }),
      say("adminGoals:asked.noLimit"),
      say("adminGoals:states.off"),
    ]);
    await page.reload();
    await expect(page.getByText(say("adminGoals:states.on"), { exact: true })).toBeVisible();
  });

  test("a policy of expiry waits for a second person, who reads when points expire", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    // Each language has another policy, because all tests of this file share one demo.
    const months = { en: 25, zh: 26, zhhk: 27 }[language];
    const rule = say("adminExpiry:rule.afterEarning", { count: months });
    await demandTwo(server);
    await signIn(page, say, OWNER, adminPaths.expiry);
    // The name of one kind is part of the description of another.
    await page.locator('input[value="afterEarning"]').check({ force: true });
    await field(page, say("adminExpiry:months")).fill(String(months));
    await page.getByRole("checkbox", { name: say("adminExpiry:monthEnd") }).uncheck();
    await button(page, say("adminExpiry:lookUp")).click();
    const agree = say("adminExpiry:checks.agree", { people: ".*" });
    await expect(page.getByText(new RegExp(agree))).toBeVisible();
    await button(page, say("adminExpiry:ask")).click();
    await expect(page.getByText(say("admin:waits"))).toBeVisible();
    await expect(page.getByText(rule)).toHaveCount(0);
    await audit(page, "a policy of expiry that waits");

    const colleague = await anotherPhone(ADMIN_WINDOW);
    await signIn(colleague, say, OPERATOR, adminPaths.approvals);
    await approve(colleague, say, "expiry.switch_on", [
      say("adminExpiry:kinds.afterEarning.name"),
      String(months),
    ]);
    await page.reload();
    await expect(page.getByText(rule).first()).toBeVisible();
  });
});
