import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, heading, link, logIn, movement, untilOnHome } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { purchases } from "./support/goals";
import { newMember } from "./support/people";
import { LANGUAGES, wordsOf } from "./support/words";

/** Partners whose purchases count for the demo's challenge. */
const PARTNERS = [
  "Nine Hills Coffee",
  "Full Circle Refill",
  "Island Tramlines",
  "Blue Lane Ferry",
  "Wing Fat Grocer",
];

inEachLanguage((language) => {
  test("a full stamp card is celebrated once and gives its coupon", async ({ page, say, server }) => {
    const member = await newMember(server);
    await purchases(server, member, 4);
    await logIn(page, say, member.email);
    const progress = say("goals:progress", { done: "4", target: "6" });
    await untilOnHome(page, say, page.locator(`a[href="${paths.goals}"]`).filter({ hasText: progress }));
    await audit(page, "Home with a goal");
    await page.goto(paths.profile);
    await link(page, say("profile:goals")).click();
    const card = page
      .getByRole("region", { name: say("goals:cards") })
      .getByRole("button")
      .first();
    await expect(card).toContainText(progress);
    await audit(page, "goals under way");
    await card.click();
    await expect(
      page
        .getByRole("dialog")
        .getByRole("listitem")
        .filter({ hasText: /20\d\d/ }),
    ).toHaveCount(5);
    await audit(page, "the rules of a goal");
    await page.keyboard.press("Escape");

    await purchases(server, member, 2);
    await page.reload();
    const later = button(page, say("goals:full.later"));
    await later.last().waitFor();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("status").filter({ has: page.getByRole("heading") })).toBeVisible();
    await audit(page, "a full stamp card");
    await link(page, say("goals:full.coupon")).click();
    await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(1);
    await page.goto(paths.goals);
    await expect(card).toContainText(say("goals:progress", { done: "0", target: "6" }));
  });

  test("a member reaches a level and sees what the next one needs", async ({ page, say, server }) => {
    const member = await newMember(server);
    await purchases(server, member, 6);
    await logIn(page, say, member.email);
    const card = page.locator(`a[href="${paths.goals}"]`).filter({ hasText: say("goals:tier.yours") });
    await untilOnHome(page, say, card.getByRole("progressbar"));
    await audit(page, "Home with a level");
    await page.goto(paths.goals);
    await button(page, say("goals:full.later")).last().click();
    await page
      .getByRole("button")
      .filter({ hasText: say("goals:tier.yours") })
      .click();
    const steps = page.getByRole("dialog").locator("ol > li");
    await expect(steps).toHaveCount(3);
    await expect(steps.first()).toHaveAttribute("aria-current", "step");
    await audit(page, "the ladder");
  });

  test("a challenge is completed at five partners, pays its points and stays as done", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server, { points: 0 });
    const name = { en: "Five different partners", zh: "五家不同商户", zhhk: "五間不同商戶" }[language];
    await logIn(page, say, member.email);
    const challenge = page
      .getByRole("region", { name: say("goals:challenges") })
      .getByRole("button")
      .filter({ hasText: name });
    for (const [nth, partner] of PARTNERS.entries()) {
      await purchases(server, member, 1, { partner });
      if (nth !== PARTNERS.length - 2) continue;
      await page.goto(paths.goals);
      await expect(challenge).toContainText(say("goals:progress", { done: "4", target: "5" }));
      await audit(page, "a challenge under way");
    }
    await page.reload();
    await expect(challenge).toContainText(say("goals:done"));
    await audit(page, "a completed challenge");
    await challenge.click();
    await expect(page.getByRole("dialog").getByText(say("goals:reached"))).toBeVisible();
    await audit(page, "the reward of a challenge");
    await page.goto(paths.points);
    await expect(movement(page, name, "+200")).toBeVisible();
  });

  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("an operator changes the ladder, corrects what is refused, and drops the draft", async ({
      page,
      say,
      watch,
    }) => {
      watch.expectStatus(400, "/api/admin/tiers");
      await signIn(page, say, OPERATOR, adminPaths.tiers);
      const targets = page.getByRole("textbox", { name: say("adminGoals:tiers.target"), exact: true });
      await expect(targets).toHaveCount(3);
      await targets.nth(1).fill("50");
      await button(page, say("adminGoals:save")).click();
      await expect(targets.nth(1)).toHaveAttribute("aria-invalid", "true");
      await audit(page, "a ladder with a mistake");
      await targets.nth(1).fill("3000");
      await button(page, say("adminGoals:save")).click();
      await expect(page.getByText(say("adminGoals:liveGoesOn", { version: 1 }))).toBeVisible();
      await button(page, say("adminGoals:drop")).click();
      await button(page.getByRole("alertdialog"), say("adminGoals:tiers.ask.drop.submit")).click();
      await expect(targets.nth(1)).toHaveValue("2000");
      await audit(page, "the ladder at the desk");
    });

    test("an operator writes a goal, corrects what is refused, and switches it on and off", async ({
      page,
      say,
      watch,
    }) => {
      watch.expectStatus(400, "/api/admin/goals");
      await signIn(page, say, OPERATOR, adminPaths.goals);
      await page.getByRole("row").nth(3).waitFor();
      await link(page, say("adminGoals:add")).click();
      const named = (one: "en" | "zh" | "zhhk") =>
        page.getByRole("textbox", {
          name: say("adminGoals:nameIn", { language: say(`admin:languages.${one}`) }),
        });
      const target = page.getByRole("textbox", { name: say("adminGoals:target") });
      await named("en").fill(`Bring a box ${language}`);
      await target.fill("0");
      await button(page, say("adminGoals:save")).click();
      await expect(target).toHaveAttribute("aria-invalid", "true");
      await expect(named("zh")).toHaveAttribute("aria-invalid", "true");
      await audit(page, "a goal with mistakes");

      await target.fill("5");
      await named("zh").fill("自带餐盒");
      await named("zhhk").fill("自備餐盒");
      const reward = page.getByRole("combobox", { name: say("adminGoals:gives") });
      await reward.selectOption({ label: say("adminGoals:rewards.badge") });
      const preview = page.getByRole("complementary", { name: say("adminGoals:preview") });
      for (const one of LANGUAGES) {
        await button(preview, say(`adminGoals:signs.${one}`)).click();
        const badge = wordsOf(one)("adminGoals:rewards.badge");
        await expect(preview.getByText(badge, { exact: true })).toBeVisible();
      }
      await button(page, say("adminGoals:save")).click();
      await button(page, say("adminGoals:switchOn")).click();
      await audit(page, "a goal to switch on");
      await button(page.getByRole("alertdialog"), say("adminGoals:ask.on.submit")).click();
      await expect(page.getByText(say("adminGoals:states.on"), { exact: true })).toBeVisible();

      await target.fill("7");
      await button(page, say("adminGoals:save")).click();
      await expect(page.getByText(say("adminGoals:liveGoesOn", { version: 1 }))).toBeVisible();
      await audit(page, "a draft beside the version that is on");
      await button(page, say("adminGoals:drop")).click();
      await button(page.getByRole("alertdialog"), say("adminGoals:ask.drop.submit")).click();
      await expect(target).toHaveValue("5");
      await button(page, say("adminGoals:switchOff")).click();
      await button(page.getByRole("alertdialog"), say("adminGoals:ask.off.submit")).click();
      await expect(page.getByText(say("adminGoals:states.off"), { exact: true })).toBeVisible();
      await link(page, say("adminGoals:title")).first().click();
      await heading(page, say("adminGoals:title")).waitFor();
      const row = page.getByRole("row", { name: new RegExp(`Bring a box ${language}|自`) });
      await expect(row.first()).toBeVisible();
    });
  });
});
