import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";

const COST = "**/api/admin/goals/cost*";

inEachLanguage(() => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("the editor shows what a goal may cost", async ({ page, say }) => {
      await signIn(page, say, OPERATOR, newPath(adminPaths.goals));
      const card = page.getByRole("region", { name: say("adminGoals:cost.title") });
      await expect(card).toHaveAttribute("aria-busy", "false");
      await expect(card.getByText(say("adminGoals:cost.from"))).toBeVisible();
      await expect(card.getByText(say("adminGoals:cost.how"))).toBeVisible();
      await expect(card.getByText(say("adminGoals:cost.rewards"))).toBeVisible();
      await card.scrollIntoViewIfNeeded();
      await auditBoth(page, "what a goal may cost");
      await page.locator("select[name=reward]").selectOption("item");
      await expect(card.getByText(say("adminGoals:cost.incomplete"))).toBeVisible();
      await audit(page, "a goal whose coupon is missing");
      await page.locator("select[name=reward]").selectOption("badge");
      await page.locator("input[name=minimumBillHkd]").fill("9999");
      await expect(card.getByText(say("adminGoals:cost.none"))).toBeVisible();
      await expect(card.getByText(say("adminGoals:cost.unknown.badge"))).toBeVisible();
      await audit(page, "a goal for which nothing counts");
    });
  });
});

inOneLanguage("en", () => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("a failed count says why, keeps what was typed and is tried again", async ({ page, say, watch }) => {
      watch.expectStatus(500, "/api/admin/goals/cost");
      await signIn(page, say, OPERATOR, newPath(adminPaths.goals));
      const card = page.getByRole("region", { name: say("adminGoals:cost.title") });
      await expect(card.getByText(say("adminGoals:cost.how"))).toBeVisible();
      await page.route(COST, (route) => route.fulfill({ status: 500, body: "" }));
      await page.locator("input[name=target]").fill("3");
      await expect(card.getByRole("alert")).toBeVisible();
      await audit(page, "a cost that was not counted");
      await page.unroute(COST);
      await button(card, say("adminGoals:cost.again")).click();
      await expect(card.getByText(say("adminGoals:cost.how"))).toBeVisible();
      await expect(page.locator("input[name=target]")).toHaveValue("3");
    });
  });
});
