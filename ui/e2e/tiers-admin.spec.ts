import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { formatDate } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, OWNER, signIn } from "./support/admin";
import { button, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, call, demandTwo, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

// A separate server, because two people decide in its programme from now on.
test.use({ ...ADMIN_WINDOW, sourceScale: 103 });

/** Puts the demo's ladder back on, whatever the test in another language has left. */
async function firstLadder(server: Server) {
  const more = { token: await staffToken(server, OPERATOR), headers: { "If-Match": "*" } };
  const { live, versions } = await call(server, "GET", "/api/admin/tiers", more);
  if (live === 1) return;
  await call(server, "PUT", "/api/admin/tiers", { ...more, body: versions.at(-1).ladder });
  await call(server, "POST", "/api/admin/tiers/switch-on", { ...more, body: {} });
}

/** Opens the sheet of the member's level. */
async function openLevel(page: Page, say: Say) {
  await page.goto(paths.goals);
  await page
    .getByRole("button")
    .filter({ hasText: say("goals:tier.yours") })
    .click();
  return page.getByRole("dialog");
}

inEachLanguage((language) => {
  test("an operator sees who would fall by a harder ladder, and a second person agrees", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    test.setTimeout(120_000);
    const member = await newMember(server);
    await firstLadder(server);
    // The member reaches the first level of the demo's ladder, and not 1,990 points.
    await award(server, member, "300.00", `level-${language}`);
    await demandTwo(server);
    await signIn(page, say, OPERATOR, adminPaths.tiers);
    const target = page.getByRole("textbox", { name: say("adminGoals:tiers.target"), exact: true }).first();
    const lookUp = button(page, say("adminGoals:tiers.effect.lookUp"));
    const start = button(page, say("adminGoals:switchOn"));
    const effect = page.getByRole("table", { name: say("adminGoals:tiers.effect.title") });

    await target.fill("1980");
    await button(page, say("adminGoals:save")).click();
    await expect(start).toBeDisabled();
    await expect(page.getByText(say("adminGoals:tiers.effect.lookFirst"))).toBeVisible();

    await target.fill("1990");
    const reward = page.getByRole("combobox", { name: say("adminGoals:tiers.reward") }).first();
    await reward.selectOption({ label: say("adminGoals:rewards.points") });
    await page
      .getByRole("textbox", { name: say("adminGoals:pointsLabel") })
      .first()
      .fill("75");
    await lookUp.click();
    await expect(effect.getByRole("row").nth(1)).toContainText("−");
    await auditBoth(page, `the effect of a harder ladder, ${language}`);
    await button(page, say("adminGoals:save")).click();
    // The saved ladder is the one that was looked up.
    await expect(start).toBeEnabled();
    await expect(effect).toBeVisible();
    await start.click();
    await button(page.getByRole("alertdialog"), say("adminGoals:tiers.ask.on.submit")).click();
    await expect(page.getByText(say("admin:waits"))).toBeVisible();

    const colleague = await anotherPhone({ viewport: ADMIN_WINDOW.viewport });
    await signIn(colleague, say, OWNER, adminPaths.approvals);
    const named = say("adminApprovals:actions.tier.switch_on");
    const request = colleague.getByRole("dialog", { name: named });
    const approve = async () => {
      await button(request, say("adminApprovals:approve")).click();
      await expect(colleague.getByText(say("adminApprovals:approved", { what: named }))).toBeVisible();
      await page.reload();
    };
    await button(colleague.getByRole("table"), named).click();
    const points = say("adminGoals:points", { count: 75, points: "75" });
    await expect(request.getByRole("definition").filter({ hasText: `1,990 · ${points}` })).toBeVisible();
    await audit(colleague, `a ladder to agree to, ${language}`);
    await approve();
    await expect(target).toHaveValue("1990");
    await expect(start).toHaveCount(0);

    await target.fill("90");
    await lookUp.click();
    await expect(page.getByText(say("adminGoals:tiers.effect.noFall"))).toBeVisible();
    await button(page, say("adminGoals:save")).click();
    await start.click();
    await button(page.getByRole("alertdialog"), say("adminGoals:tiers.ask.on.submit")).click();
    // Nobody falls, but more members get the reward.
    await expect(page.getByText(say("admin:waits"))).toBeVisible();
    await colleague.reload();
    await button(colleague.getByRole("table"), named).click();
    await approve();
    await expect(target).toHaveValue("90");

    const climber = await newMember(server);
    const phone = await anotherPhone();
    await logIn(phone, say, climber.email);
    const given = say("goals:points", { count: 75, points: "75" });
    const sheet = await openLevel(phone, say);
    await expect(sheet).toContainText(say("goals:tier.reward.coming", { reward: given }));
    await award(server, climber, "300.00", `reached-${language}`);
    await openLevel(phone, say);
    const day = formatDate(new Date(), language);
    await expect(sheet).toContainText(say("goals:tier.reward.given", { reward: given, day }));
    await audit(phone, `the reward for reaching a level, ${language}`);
  });
});
