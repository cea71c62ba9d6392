import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE } from "./support/people";

// It has a rule for the second level and an item for the third.
test.use({ programme: "filled" });

inEachLanguage(() => {
  test("a member reads what each level adds", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    await page.goto(paths.goals);
    await page
      .getByRole("button")
      .filter({ hasText: say("goals:tier.yours") })
      .click();
    const levels = page.getByRole("dialog").locator("ol > li b");
    const added = async (level: number) => {
      const name = say("goals:tier.gives.adds", { level: (await levels.nth(level - 1).textContent()) ?? "" });
      return page.getByRole("region", { name, exact: true });
    };
    await expect(await added(2)).toContainText(say("goals:tier.gives.multiplier", { factor: "1.5" }));
    await expect((await added(3)).getByRole("listitem")).toHaveCount(1);
    await audit(page, "what levels give");
  });
});
