import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { portalPaths } from "../src/admin/portal/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { refusalIn } from "./support/words";

// The factor gives these tests a server of their own, because they answer proposals.
test.use({ ...ADMIN_WINDOW, programme: "filled", sourceScale: 106 });

const MANAGER = "merchant@kapok.example";

/** The path by which the proposal on the screen is sent. */
const sendingOf = (page: Page) => `/api/merchant/proposals/${page.url().split("/").pop()}/send`;

inEachLanguage((language) => {
  test("a manager proposes a reward, staff ask for changes, and accept it", async ({
    page,
    say,
    watch,
    anotherPhone,
  }) => {
    const name = `Milk tea for two ${language}`;
    await signIn(page, say, MANAGER, portalPaths.proposals);
    await expect(title(page, say("adminProposals:title"))).toBeVisible();
    await auditBoth(page, `the proposals of a partner, ${language}`);
    await button(page, say("adminProposals:own.begin.item")).click();
    await expect(title(page, say("adminProposals:untitled"))).toBeVisible();
    watch.expectStatus(400, sendingOf(page));
    await auditBoth(page, `an empty proposal, ${language}`);

    // Without a price it is refused beside the field, and what was typed stays, also after a reload.
    await field(page, say("adminProposals:fields.name")).fill(name);
    await page.reload();
    await expect(field(page, say("adminProposals:fields.name"))).toHaveValue(name);
    await button(page, say("adminProposals:own.send")).click();
    await expect(page.getByText(refusalIn(language, "required_field")).first()).toBeVisible();
    await audit(page, `a proposal without a price, ${language}`);
    await expect(page.getByText(say("adminProposals:pays.noPrice"))).toBeVisible();
    await field(page, say("adminProposals:fields.points")).fill("900");
    await expect(page.getByText(say("adminProposals:pays.toYou"))).toBeVisible();
    await button(page, say("adminProposals:own.send")).click();
    const sent = page.getByRole("listitem").and(page.locator("[aria-current=step]"));
    await expect(sent).toHaveText(say("adminProposals:states.sent"));
    await expect(field(page, say("adminProposals:fields.name"))).toBeDisabled();
    await auditBoth(page, `a proposal that was sent, ${language}`);
    const address = page.url();
    await button(page, say("adminProposals:own.takeBack")).click();
    await button(page, say("adminProposals:own.sendAgain")).click();
    await expect(sent).toHaveText(say("adminProposals:states.sent"));
    await expect(page.locator("h1")).toHaveText(name);

    // Staff read it and ask for changes.
    const staff = await anotherPhone();
    await signIn(staff, say, OPERATOR, adminPaths.proposals);
    await auditBoth(staff, `the proposals at the desk, ${language}`);
    await link(staff, name).click();
    await expect(title(staff, name)).toBeVisible();
    await expect(staff.getByText(say("adminProposals:pays.toPartner"))).toBeVisible();
    await auditBoth(staff, `a proposal at the desk, ${language}`);
    await button(staff, say("adminProposals:changes.open")).click();
    const dialog = staff.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Lower the price to 800.");
    await audit(staff, `changes to ask for, ${language}`);
    await button(dialog, say("adminProposals:changes.open")).click();
    await expect(staff.getByText("Lower the price to 800.")).toBeVisible();

    await page.goto(portalPaths.home);
    await expect(page.getByRole("main").locator(`a[href="${portalPaths.proposals}"]`)).toBeVisible();
    await page.goto(address);
    await expect(page.getByText("Lower the price to 800.")).toBeVisible();
    await auditBoth(page, `a proposal with changes asked, ${language}`);
    await field(page, say("adminProposals:fields.points")).fill("800");
    await button(page, say("adminProposals:own.sendAgain")).click();
    await expect(sent).toHaveText(say("adminProposals:states.sent"));

    await staff.reload();
    await button(staff, say("adminProposals:accept.open")).click();
    await link(staff, say("adminProposals:openBecame.item")).click();
    await expect(title(staff, name)).toBeVisible();
    await page.reload();
    await expect(page.getByText(say("adminProposals:became.draft"))).toBeVisible();
    await audit(page, `an accepted proposal, ${language}`);
  });

  test("a bonus hour is not sent without a budget and an end", async ({ page, say, watch }) => {
    await signIn(page, say, MANAGER, portalPaths.proposals);
    await button(page, say("adminProposals:own.begin.bonus")).click();
    await page.locator('input[name="name.zhhk"]').fill("寧靜下午");
    watch.expectStatus(400, sendingOf(page));
    const factor = page.locator("input[name=factor]");
    await factor.fill("");
    await page.reload();
    await expect(page.getByText(say("adminProposals:pays.noBonus"))).toBeVisible();
    await factor.fill("3");
    await expect(page.getByText(say("adminProposals:pays.during"), { exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: say("adminProposals:hours.title") })).toBeVisible();
    await auditBoth(page, `an empty bonus hour, ${language}`);
    await button(page, say("adminProposals:own.send")).click();
    await expect(page.getByText(refusalIn(language, "required_field")).first()).toBeVisible();
    await page.locator("input[name=until]").fill("2099-03-31");
    await page.locator("input[name=budgetAmount]").fill("500");
    await button(page, say("adminProposals:own.send")).click();
    await expect(page.locator("[aria-current=step]")).toHaveText(say("adminProposals:states.sent"));
    await page.setViewportSize({ width: 375, height: 812 });
    await auditBoth(page, `a bonus hour on a phone, ${language}`);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
  });

  test("an article is proposed and refused with a reason", async ({ page, say, anotherPhone }) => {
    await signIn(page, say, MANAGER, portalPaths.proposals);
    await button(page, say("adminProposals:own.begin.article")).click();
    await field(page, say("adminProposals:fields.title")).fill(`New outlet ${language}`);
    await page
      .getByRole("textbox", { name: say("adminProposals:fields.content") })
      .fill("We open in Kennedy Town.");
    await auditBoth(page, `an article to propose, ${language}`);
    await button(page, say("adminProposals:own.send")).click();
    await expect(page.locator("[aria-current=step]")).toHaveText(say("adminProposals:states.sent"));
    const staff = await anotherPhone();
    await signIn(staff, say, OPERATOR, adminPaths.proposals);
    await link(staff, `New outlet ${language}`).click();
    await auditBoth(staff, `a proposed article at the desk, ${language}`);
    await button(staff, say("adminProposals:refuse.open")).click();
    const dialog = staff.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Not about carbon.");
    await button(dialog, say("adminProposals:refuse.open")).click();
    await expect(staff.getByText("Not about carbon.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("Not about carbon.")).toBeVisible();
    await auditBoth(page, `a refused proposal, ${language}`);
  });
});
