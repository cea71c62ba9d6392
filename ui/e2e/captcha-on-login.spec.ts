import { paths } from "../src/shared/paths";
import { fillLogin } from "./support/app";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { guessPasswords } from "./support/guessPasswords";
import { ALICE, PASSWORD } from "./support/people";

// The server's default limits: a burst of failed sign-ins, and then one every few seconds.
test.use({ captcha: "altcha", sourceScale: 1 });
test.describe.configure({ timeout: 120_000 });

inOneLanguage("zh", () => {
  test("a member logs in as usual from an address that guessed passwords", async ({
    page,
    say,
    server,
    watch,
  }) => {
    await guessPasswords(server);
    watch.expectStatus(400, "/api/auth/login");
    watch.expectStatus(429, "/api/auth/login");
    const challenged = page.waitForResponse(/\/api\/captcha\/challenge/);
    await page.goto(paths.login);
    // The member shares the rate limit of this address.
    await expect(async () => {
      await fillLogin(page, say, ALICE.email, PASSWORD);
      await expect(page).toHaveURL(paths.home, { timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    expect((await challenged).ok()).toBe(true);
  });
});
