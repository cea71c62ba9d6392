import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { ALICE } from "./support/people";

inOneLanguage("zhhk", () => {
  test("a member chooses their messages and consents to offers separately", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    await page.goto(paths.settings);
    await page.getByRole("link", { name: say("settings:messages.title") }).click();
    await expect(heading(page, say("messages:kinds.security.title"))).toBeVisible();
    await audit(page, "message settings");

    const points = page
      .getByRole("region", { name: say("messages:kinds.points.title"), exact: true })
      .getByRole("switch", { name: say("messages:channels.push") });
    const before = await points.isChecked();
    const saved = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await points.click();
    await saved;
    await page.reload();
    await expect(points).toBeChecked({ checked: !before });

    const offers = page.getByRole("region", { name: say("messages:kinds.marketing.title"), exact: true });
    const consent = offers.getByRole("checkbox");
    if (await consent.isChecked()) await consent.click();
    await expect(consent).not.toBeChecked();
    await expect(offers.getByRole("switch")).toHaveCount(0);
    const given = page.waitForResponse((answer) => answer.request().method() === "PUT");
    await consent.click();
    await given;
    await expect(offers.getByRole("switch")).toHaveCount(2);
    await audit(page, "message settings with a consent");
    await page.reload();
    await expect(consent).toBeChecked();
  });

  test("an unsubscribe link asks first; an incomplete one shows an error", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/notification/unsubscribe");
    await page.goto(paths.unsubscribe);
    await expect(page.getByText(say("messages:leave.broken"))).toBeVisible();
    await expect(button(page, say("messages:leave.go"))).toHaveCount(0);
    await page.goto(`${paths.unsubscribe}?token=nonsense`);
    await expect(heading(page, say("messages:leave.title"))).toBeVisible();
    await audit(page, "the way out of messages");
    await button(page, say("messages:leave.go")).click();
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(link(page, say("messages:leave.settings"))).toBeVisible();
  });
});
