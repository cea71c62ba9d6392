import type { Page } from "@playwright/test";
import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OWNER, signIn } from "./support/admin";
import { button, fillLogin, heading, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { newMember, PASSWORD } from "./support/people";

const CHANGES = [
  {
    title: { en: "Points last 12 months", zh: "积分有效期为12个月", zhhk: "積分有效期為12個月" },
    text: { en: "Not 24." },
  },
];
const TOLD = { version: 4, changes: CHANGES, startsOn: "2026-12-01", decideBy: "2026-12-01", overdue: false };
const NEW_TEXT = "Hello.\n\n1. Points\n- Points last 12 months.";

/** Answers as a server with new terms would: published terms would ask the members of all other tests too. */
async function withNewTerms(page: Page, told: object) {
  await page.route("**/api/auth/getUserInfo", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), termsChanged: true } });
  });
  await page.route("**/api/terms/change", (route) => route.fulfill({ json: told }));
  await page.route("**/api/terms/versions/*", (route) => route.fulfill({ body: NEW_TEXT }));
  await page.route("**/api/terms?*", (route) =>
    route.fulfill({ body: NEW_TEXT.replace("12 months", "24 months") }),
  );
}

inEachLanguage((language) => {
  test("new terms are shown once after log-in, compared and accepted", async ({ page, say, server }) => {
    const member = await newMember(server);
    await page.setViewportSize({ width: 375, height: 812 });
    await page.clock.setFixedTime("2026-11-12T10:00:00+08:00");
    await withNewTerms(page, TOLD);
    await page.goto(paths.login);
    await fillLogin(page, say, member.email, PASSWORD);
    await expect(page).toHaveURL(new RegExp(`${paths.newTerms}$`));
    await expect(heading(page, CHANGES[0]?.title[language] ?? "")).toBeVisible();
    await expect(button(page, say("terms:go"))).toBeDisabled();
    await auditBoth(page, "new terms");

    await button(page, say("terms:compare")).click();
    await expect(page.locator("del")).toHaveText("- Points last 24 months.");
    await expect(page.locator("ins")).toHaveText("- Points last 12 months.");
    await audit(page, "new terms compared");
    await button(page, say("terms:back")).click();

    let sent: unknown;
    await page.route("**/api/terms/accept", async (route) => {
      sent = route.request().postDataJSON();
      await page.unroute("**/api/auth/getUserInfo");
      await route.fulfill({ json: { success: true } });
    });
    await page.getByRole("checkbox", { name: say("terms:accept", { version: 4 }) }).check();
    await button(page, say("terms:go")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.home}$`));
    expect(sent).toEqual({ version: 4 });
  });
});

inOneLanguage("zhhk", () => {
  test("a member decides later, and after the last day may log out", async ({ page, say, server }) => {
    const member = await newMember(server);
    await page.clock.setFixedTime("2026-11-12T10:00:00+08:00");
    await logIn(page, say, member.email);
    await withNewTerms(page, TOLD);
    await page.goto(paths.newTerms);
    await page.getByRole("button", { name: "2026年12月1日" }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.home}$`));
    await expect(heading(page, say("home:activities"))).toBeVisible();
    await page.unroute("**/api/terms/change");
    await page.route("**/api/terms/change", (route) => route.fulfill({ json: { ...TOLD, overdue: true } }));
    await page.goto(paths.newTerms);
    await audit(page, "new terms after the last day");
    await button(page, say("terms:logOut")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.login}`));
  });

  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("an owner writes a version, and sees which day is refused", async ({ page, say, watch }) => {
      watch.expectStatus(400, "/api/admin/terms");
      await signIn(page, say, OWNER, `${adminPaths.settings}?tab=terms`);
      await expect(page.getByText(say("adminSettings:terms.none"))).toBeVisible();
      await button(page, say("adminSettings:terms.add")).click();
      await button(page, say("adminSettings:terms.addChange")).click();
      await page.getByLabel(say("adminSettings:terms.changeTitle")).first().fill("Points last 12 months");
      await page.getByLabel(say("adminSettings:terms.startsOn")).fill("2020-01-01");
      await audit(page, "a version of the terms");
      await button(page, say("adminSettings:terms.publish")).click();
      await button(page.getByRole("alertdialog"), say("adminSettings:terms.publish")).click();
      await expect(page.getByText(say("adminSettings:terms.refused"))).toBeVisible();
      await expect(page.getByLabel(say("adminSettings:terms.startsOn"))).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      await expect(page.getByLabel(say("adminSettings:terms.changeTitle")).first()).toHaveValue(
        "Points last 12 months",
      );
      await audit(page, "a version of the terms that was refused");

      // Meanwhile a colleague publishes a version.
      const other = { version: 1, text: { en: "Hello." }, changes: [], created: "2026-11-12T02:00:00.000Z" };
      const published = { ...other, createdBy: "Ben", startsOn: "2026-12-01", decideBy: "2026-12-20" };
      await page.route("**/api/admin/terms", (route) => route.fulfill({ json: [published] }));
      await page.reload();
      await button(page, say("adminSettings:terms.add")).click();
      await expect(page.getByText(say("adminContent:restored"))).toBeVisible();
      await expect(page.getByText(say("adminSettings:terms.newer", { version: 1 }))).toBeVisible();
      await expect(page.getByLabel(say("adminSettings:terms.startsOn"))).toHaveValue("2020-01-01");
      await audit(page, "a version of the terms that the tab kept");
      await button(page, say("adminContent:discard")).click();
      await expect(page.getByLabel(say("adminSettings:terms.startsOn"))).not.toHaveValue("2020-01-01");
      await expect(page.getByText(say("adminSettings:terms.newer", { version: 1 }))).toHaveCount(0);
    });
  });
});
