import type { Page } from "@playwright/test";
import { formatDate } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, newMember } from "./support/people";
import { inboxTitleIn, type Say } from "./support/words";

// A separate server, because these tests start it again.
test.use({ sourceScale: 108 });

/** The two lower levels of the demo's ladder. */
const BUD = { en: "Bud", zh: "花蕾", zhhk: "花蕾" };
const BLOOM = { en: "Bloom", zh: "花开", zhhk: "花開" };

const DAY_MS = 86_400_000;
/** The days of grace in the demo. */
const GRACE = 90;

/** Opens the sheet of the member's level. */
async function openLevel(page: Page, say: Say) {
  await page.goto(paths.goals);
  await page
    .getByRole("button")
    .filter({ hasText: say("goals:tier.yours") })
    .click();
  return page.getByRole("dialog");
}

/** Reads the inbox until the server has looked at the level, which it does shortly after its start. */
async function expectTold(page: Page, title: string) {
  await expect(async () => {
    await page.goto(paths.notifications);
    await expect(page.getByRole("listitem").filter({ hasText: title })).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

inEachLanguage((language) => {
  const inDays = (days: number) => formatDate(new Date(Date.now() + days * DAY_MS), language);

  test("a level that is not kept falls one step, after a notice and a grace", async ({
    page,
    say,
    server,
  }) => {
    test.setTimeout(180_000);
    const [level, below] = [BLOOM[language], BUD[language]];
    const member = await newMember(server);
    await award(server, member, "2000.00", `bloom-${language}`);
    await logIn(page, say, member.email);
    const amount = say("goals:tier.amounts.points", { count: 2_000, amount: "2,000" });
    const later = async (days: number) => {
      await page.goto("about:blank");
      await server.endLevel(member._id, days);
    };

    await test.step("the notice, twenty days before the end", async () => {
      await later(20);
      await expectTold(page, inboxTitleIn(language, "tier_ending", level));
      await audit(page, "a notice of a level that ends");
      const sheet = await openLevel(page, say);
      const keep = say("goals:tier.keep", { level, amount, day: inDays(20) });
      await expect(sheet.getByText(keep, { exact: true })).toBeVisible();
      await auditBoth(page, "a level that ends soon");
    });

    await test.step("the grace, from the day after the end", async () => {
      await later(-1);
      await expectTold(page, inboxTitleIn(language, "tier_grace", level));
      await audit(page, "a notice of a level in its grace");
      const sheet = await openLevel(page, say);
      const grace = say("goals:tier.grace", { level, amount, day: inDays(GRACE - 1) });
      await expect(sheet.getByText(grace, { exact: true })).toBeVisible();
      await expect(sheet.locator("ol > li").nth(1)).toHaveAttribute("aria-current", "step");
      await auditBoth(page, "a level in its grace");
    });

    await test.step("one step lower, from the day after the grace", async () => {
      await later(-1);
      await expectTold(page, inboxTitleIn(language, "tier_fallen", below));
      await audit(page, "a notice of a level that has fallen");
      const sheet = await openLevel(page, say);
      const [held = ""] = say("goals:tier.until", { level: below, day: "|" }).split("|");
      await expect(sheet.getByText(held)).toBeVisible();
      await expect(sheet.locator("ol > li").first()).toHaveAttribute("aria-current", "step");
      await auditBoth(page, "a level that has fallen");
      await page.goto(paths.home);
      const card = page.locator(`a[href="${paths.goals}"]`).filter({ hasText: say("goals:tier.yours") });
      await expect(card).toContainText(below);
      await audit(page, "Home with a level that has fallen");
    });
  });
});
