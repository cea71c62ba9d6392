import { paths } from "../src/shared/paths";
import { button, fillLogin } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { guessPasswords } from "./support/guessPasswords";
import { ALICE, PASSWORD } from "./support/people";
import { RIGHT_ANSWER } from "./support/server";
import { standInFor, TURNSTILE } from "./support/turnstile";

// The server's default limits: a burst of failed sign-ins, and then one every few seconds.
test.use({ captcha: "turnstile", sourceScale: 1 });
test.describe.configure({ timeout: 120_000 });

inOneLanguage("zhhk", (language) => {
  test("a third-party captcha opens in a dialog, and closing it cancels the log in", async ({
    page,
    say,
    server,
    watch,
  }) => {
    await guessPasswords(server);
    watch.expectStatus(400, "/api/auth/login");
    watch.expectGuest(TURNSTILE);
    // The member shares the rate limit of this address, and each captcha answer is valid once.
    watch.expectStatus(429, "/api/auth/login");
    const answers = Array.from({ length: 20 }, (_, number) => `${RIGHT_ANSWER}-login-${language}-${number}`);
    await standInFor(page, answers);
    await page.goto(paths.login);
    await fillLogin(page, say, ALICE.email, PASSWORD);
    const dialog = page.getByRole("dialog", { name: say("signup:person.label") });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("checkbox", { name: "Person a-site-key" })).toBeVisible();
    await audit(page, "a captcha at log in");
    await button(dialog, say("signup:person.cancel")).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(page).toHaveURL(paths.login);

    await expect(async () => {
      await button(page, say("login:submit")).click();
      await dialog.getByRole("checkbox").click();
      await expect(page).toHaveURL(paths.home, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
  });
});
