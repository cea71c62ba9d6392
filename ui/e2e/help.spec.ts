import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, OWNER, signIn } from "./support/admin";
import { button, heading, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, decide, newMember } from "./support/people";
import type { Server } from "./support/server";
import { refuses } from "./support/states/stage";

const WORKING_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const CONTACT = {
  email: "help@points.example.hk",
  phone: "+852 2345 6789",
  web: "",
  address: { en: "3/F, 88 Kapok Road", zhhk: "木棉道88號3樓" },
  hours: [{ days: WORKING_DAYS, from: "09:00", until: "18:00" }],
};

/** Takes all contacts out of the settings, because all tests of a browser share one demo. */
const withoutContacts = (server: Server) => decide(server, { contact: {} });

inEachLanguage((language) => {
  test("a member finds out how to reach the programme, and an answer", async ({ page, say, server }) => {
    // Monday, 16 March 2026 in Hong Kong.
    await page.clock.setFixedTime("2026-03-16T10:00:00+08:00");
    await page.route("**/api/config", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), contact: CONTACT, claims: true } });
    });
    const member = await newMember(server, { points: 0 });
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    await page.goto(paths.profile);
    await link(page, say("profile:help")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.help}$`));
    await expect(heading(page, say("help:talk"))).toBeVisible();
    await expect(page.getByText(say("help:open", { until: "18:00" }))).toBeVisible();
    await expect(page.getByRole("link", { name: CONTACT.phone })).toHaveAttribute("href", "tel:+85223456789");
    await expect(page.getByRole("link", { name: CONTACT.email })).toBeVisible();
    const address = language === "zhhk" ? CONTACT.address.zhhk : CONTACT.address.en;
    const map = page.getByRole("link", { name: address });
    await expect(map).toHaveAttribute("href", new RegExp(encodeURIComponent(address)));
    const question = page.getByText(say("help:asked.expire.title"));
    await question.click();
    await expect(page.getByText(say("help:asked.expire.text"))).toBeVisible();
    await auditBoth(page, "help with an open question");
    await page.getByRole("link", { name: say("help:missing") }).click();
    await expect(page).toHaveURL(new RegExp(`${paths.newClaim}$`));
  });

  test("a screen that failed leads to the help page and back", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/statement/");
    await logIn(page, say, ALICE.email);
    await page.route("**/api/statement/list", (route) => route.fulfill(refuses(404, "gone")));
    await page.goto(paths.statements);
    const failed = page.getByRole("alert").filter({ hasText: say("points:statements.failed") });
    await expect(link(failed, say("profile:help"))).toBeVisible();
    await auditBoth(page, "a failed screen with the way to help");
    await link(failed, say("profile:help")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.help}$`));
    await expect(heading(page, say("help:questions"))).toBeVisible();
    await button(page, say("back")).click();
    await expect(failed).toBeVisible();
  });

  test("a visitor opens the help page by its address", async ({ page, say, server }) => {
    await withoutContacts(server);
    await page.goto(paths.help);
    await expect(page.getByText(say("help:none"))).toBeVisible();
    await expect(heading(page, say("help:questions"))).toBeVisible();
    await audit(page, "help without contacts");
  });

  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("an owner sets address and hours, and sees which hours are refused", async ({
      page,
      say,
      server,
      watch,
    }) => {
      await withoutContacts(server);
      watch.expectStatus(400, "/api/admin/settings");
      await signIn(page, say, OWNER, adminPaths.settings);
      await page
        .getByRole("textbox", { name: say("adminSettings:programme.names.contact.address.en") })
        .fill(CONTACT.address.en);
      await button(page, say("adminSettings:programme.addHours")).click();
      await button(page, say("adminSettings:programme.addHours")).click();
      const second = page.getByRole("group", {
        name: say("adminSettings:programme.hoursLine", { number: 2 }),
      });
      const submit = button(page, say("adminSettings:programme.save"));
      await submit.click();
      await expect(page.getByText(say("adminSettings:programme.hoursRefused"))).toBeVisible();
      await audit(page, "hours that overlap");
      await second
        .getByRole("button", { name: say("adminSettings:programme.dropHours", { number: 2 }) })
        .click();
      await submit.click();
      await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
      await page.goto(paths.help);
      await expect(page.getByRole("link", { name: CONTACT.address.en })).toContainText("09:00");
      await withoutContacts(server);
    });
  });
});
