import { type Page, request } from "@playwright/test";
import { paths } from "../src/paths";
import { button, fillLogin } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, PASSWORD } from "./support/people";
import { RIGHT_ANSWER, type Server } from "./support/server";

const TURNSTILE = "https://challenges.cloudflare.com";
/** Wrong sign-ins with as many different names make the server ask for a person, for a day. */
const SUSPECTED = 15;

// As the server comes: so many wrong ones at once, and then one every few seconds.
test.use({ sourceScale: 1 });
test.describe.configure({ timeout: 120_000 });

/** A script that guesses, from the address that this browser has, until the server asks for a person. */
async function guess(server: Server) {
  const script = await request.newContext({ baseURL: server.url });
  let asks = false;
  const pair = (number: number) => ({
    userIdentifier: `nobody${number}@kapok.example`,
    userPassword: "Wrong-1",
  });
  for (let number = 0; number <= SUSPECTED && !asks; number += 1) {
    await expect
      .poll(
        async () => {
          const answer = await script.post("/api/auth/login", { data: pair(number) });
          asks = (await answer.json()).code === "captcha_required";
          return answer.status();
        },
        { timeout: 60_000, message: "its turn" },
      )
      .not.toBe(429);
  }
  expect(asks, "the server asks for a person").toBe(true);
  await script.dispose();
}

/** Turnstile's script as far as the app needs it: a box that is ticked, and its answer. */
async function comeInto(page: Page, answer: string) {
  await page.route(`${TURNSTILE}/**`, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `
        window.turnstile = {
          render(at, options) {
            at.innerHTML = "<label><input type=checkbox>Person " + options.sitekey + "</label>";
            at.querySelector("input").addEventListener("change", () => options.callback(${JSON.stringify(answer)}));
            return "widget-1";
          },
          reset() {},
          remove() {},
        };
        window[new URL(document.currentScript.src).searchParams.get("onload")]();
      `,
    }),
  );
}

test.describe("the device's own proof", () => {
  test.use({ captcha: "altcha" });

  inEachLanguage(() => {
    test("whoever logs in from an address that guesses does nothing more than usual", async ({
      page,
      say,
      server,
      watch,
    }) => {
      await guess(server);
      watch.expectStatus(400, "/api/auth/login");
      const challenged = page.waitForResponse(/\/api\/captcha\/challenge/);
      await page.goto(paths.login);
      await fillLogin(page, say, ALICE.email, PASSWORD);
      expect((await challenged).ok()).toBe(true);
      await expect(page).toHaveURL(paths.home);
    });
  });
});

test.describe("another company's", () => {
  test.use({ captcha: "turnstile" });

  inEachLanguage((language) => {
    test("it asks in a dialog, and whoever closes that stays outside", async ({
      page,
      say,
      server,
      watch,
    }) => {
      await guess(server);
      watch.expectStatus(400, "/api/auth/login");
      watch.expectGuest(TURNSTILE);
      await comeInto(page, `${RIGHT_ANSWER}-login-${language}`);
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

      await button(page, say("login:submit")).click();
      await dialog.getByRole("checkbox").check();
      await expect(page).toHaveURL(paths.home);
    });
  });
});
