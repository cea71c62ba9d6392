import { paths } from "../src/shared/paths";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { proveContact } from "./support/journey";
import { RIGHT_ANSWER } from "./support/server";
import { standInFor, TURNSTILE } from "./support/turnstile";

test.use({ captcha: "turnstile" });

inOneLanguage("zh", (language) => {
  test("a third-party captcha replaces the proof of work", async ({ page, say, server, watch }) => {
    watch.expectGuest(TURNSTILE);
    watch.expectStatus(400, "/api/auth/createAccount");
    await standInFor(page, ["wrong", `${RIGHT_ANSWER}-${language}`]);
    await proveContact(page, { server, say, by: "email" });
    const box = page.getByRole("checkbox", { name: "Person a-site-key" });
    await expect(page.getByText("Help", { exact: true })).not.toHaveAttribute("href");
    await box.check();
    await audit(page, "a widget of another company");
    await button(page, say("signup:create")).click();
    await expect(page.getByText(say("signup:person.failed"))).toBeVisible();
    await expect(box).not.toBeChecked();
    await box.check();
    await button(page, say("signup:create")).click();
    await expect(page).toHaveURL(paths.home);
  });
});
