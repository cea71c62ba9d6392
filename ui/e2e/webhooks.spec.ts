import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OWNER, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";

test.use(ADMIN_WINDOW);

inOneLanguage("zh", (language) => {
  test("an owner adds a webhook, reads its deliveries and removes it", async ({ page, say, watch }) => {
    watch.expectStatus(400, "/api/admin/webhooks");
    await signIn(page, say, OWNER, `${adminPaths.settings}?tab=webhooks`);
    await button(page, say("adminWebhooks:add")).click();
    const dialog = page.getByRole("dialog");
    const url = field(page, say("adminWebhooks:url"));
    await button(dialog, say("adminWebhooks:add")).click();
    await expect(url).toHaveAccessibleDescription(say("adminWebhooks:urlRequired"));
    await expect(url).toBeFocused();
    await url.fill("http://10.0.0.1/hook");
    await button(dialog, say("adminWebhooks:add")).click();
    await expect(url).toHaveAttribute("aria-invalid", "true");
    await expect(url).not.toHaveAccessibleDescription(say("adminWebhooks:urlRequired"));
    await audit(page, "a webhook to a private address");
    await url.fill(`https://hooks.invalid/${language}`);
    await field(page, say("adminWebhooks:description")).fill(`Ledger ${language}`);
    await dialog.getByRole("checkbox", { name: say("adminWebhooks:names.points_earned") }).check();
    await button(dialog, say("adminWebhooks:add")).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    await audit(page, "the secret of a webhook");
    await button(page, say("adminSettings:keys.kept")).click();
    await expect(page.getByText(/^whsec_/)).toHaveCount(0);

    await button(page, `Ledger ${language}`).click();
    await button(dialog, say("adminWebhooks:test")).click();
    const calls = dialog.getByRole("table", { name: say("adminWebhooks:deliveries.title") });
    await expect(calls).toContainText(say("adminWebhooks:names.webhook_test"));
    await expect(calls).toContainText(say("adminWebhooks:states.waiting"));
    await audit(page, "a webhook at the desk");
    await button(dialog, say("adminWebhooks:remove")).click();
    await button(page.getByRole("alertdialog"), say("adminWebhooks:remove")).click();
    await expect(button(page, `Ledger ${language}`)).toHaveCount(0);
  });
});
