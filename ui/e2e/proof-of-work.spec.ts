import { paths } from "../src/shared/paths";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { proveContact } from "./support/journey";

test.use({ captcha: "altcha" });

const CHALLENGE = "**/api/captcha/challenge";

inOneLanguage("zh", () => {
  test("the captcha explains its state, shows a failure, and succeeds on the second try", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(503, "/api/captcha/challenge");
    await proveContact(page, { server, say, by: "phone" });
    const person = page.getByRole("checkbox", { name: say("signup:person.label") });
    await expect(page.getByText(say("signup:person.unproven"))).toBeVisible();
    await expect(page.getByText(say("signup:left.person"))).toBeVisible();
    await page.route(CHALLENGE, (route) => route.fulfill({ status: 503, body: "" }));
    await person.click();
    await expect(page.getByText(say("signup:person.failed"))).toBeVisible();
    await expect(button(page, say("signup:create"))).toBeDisabled();
    await audit(page, "a check for a person that failed");
    await page.unroute(CHALLENGE);
    let go = () => {};
    const wait = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(CHALLENGE, async (route) => {
      await wait;
      await route.continue();
    });
    await person.click();
    await expect(page.getByText(say("signup:person.proving"))).toBeVisible();
    go();
    await expect(page.getByText(say("signup:person.proven"))).toBeVisible();
    await button(page, say("signup:create")).click();
    await expect(page).toHaveURL(paths.home);
  });
});
