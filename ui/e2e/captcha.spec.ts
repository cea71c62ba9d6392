import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { proveContact } from "./support/journey";
import { RIGHT_ANSWER } from "./support/server";

const TURNSTILE = "https://challenges.cloudflare.com";

test.use({ captcha: "turnstile" });

/**
 * Turnstile's script as far as the app needs it: a box that is ticked. It writes HTML as their scripts do, with
 * an address in it that must not be one.
 */
function standIn(answers: readonly string[]): string {
  return `
    const answers = ${JSON.stringify(answers)};
    window.turnstile = {
      render(at, options) {
        at.innerHTML = "<label><input type=checkbox>Person " + options.sitekey + "</label><a href=javascript:alert(1)>Help</a>";
        at.querySelector("input").addEventListener("change", () => options.callback(answers.shift()));
        window.again = () => (at.querySelector("input").checked = false);
        return "widget-1";
      },
      reset() { window.again(); },
      remove() {},
    };
    window[new URL(document.currentScript.src).searchParams.get("onload")]();
  `;
}

async function comeInto(page: Page, answers: readonly string[]) {
  await page.route(`${TURNSTILE}/**`, (route) =>
    route.fulfill({ contentType: "text/javascript", body: standIn(answers) }),
  );
}

inEachLanguage((language) => {
  test("another company's widget stands in place of the proof of work", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectGuest(TURNSTILE);
    watch.expectStatus(400, "/api/auth/createAccount");
    await comeInto(page, ["wrong", `${RIGHT_ANSWER}-${language}`]);
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
