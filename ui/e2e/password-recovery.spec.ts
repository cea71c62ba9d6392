import type { Locator, Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, fillLogin, heading, link, logIn, secret } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { codeFor, newMember, newPhone, PASSWORD, resetLinkFor } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

const NEW = "Silk-floss-99";

/** Fills in a new password up to the button, from the link in a mail to `email`. */
async function chooseAnother(page: Page, say: Say, server: Server, email: string) {
  await page.goto(paths.forgot);
  await page.getByRole("textbox", { name: say("account:email") }).fill(email);
  await button(page, say("forgot:sendLink")).click();
  await page.goto(await resetLinkFor(server, email));
  await secret(page, say("reset:password")).fill(NEW);
  await secret(page, say("reset:confirm")).fill(NEW);
}

/** Expects a button right below its field, and not at the foot of the screen. */
async function expectBelow(action: Locator, field: Locator) {
  const [below, above] = [await action.boundingBox(), await field.boundingBox()];
  expect((below?.y ?? 0) - (above?.y ?? 0)).toBeLessThan(160);
}

inOneLanguage("zhhk", () => {
  test("a forgotten password is replaced through a link by e-mail, which works once", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(400, "/api/auth/checkResetToken");
    watch.expectStatus(401, "/api/auth/login");
    const member = await newMember(server);
    await page.goto(paths.login);
    await link(page, say("login:forgot")).click();
    await audit(page, "forgot password, by e-mail");
    const send = button(page, say("forgot:sendLink"));
    await expectBelow(send, page.getByRole("textbox", { name: say("account:email") }));
    await expect(send).toBeDisabled();
    await page.getByRole("textbox", { name: say("account:email") }).fill(member.email);
    await send.click();
    await expect(page.getByText(say("forgot:linkSent"))).toBeVisible();
    // The button is off until the server would send another mail.
    await expect(page.getByRole("button", { name: /\d:\d\d/ })).toBeDisabled();
    await audit(page, "forgot password, link sent");

    const reset = await resetLinkFor(server, member.email);
    expect(new URL(reset).origin).toBe(server.url);
    await page.goto(reset);
    await expect(page).toHaveURL("/resetPassword");
    const submit = button(page, say("reset:submit"));
    await secret(page, say("reset:password")).fill(NEW);
    await secret(page, say("reset:confirm")).fill("Something-else-1");
    await expect(page.getByText(say("account:errors.passwordMismatch"))).toBeVisible();
    await expect(submit).toBeDisabled();
    await audit(page, "reset password, passwords differ");
    await secret(page, say("reset:confirm")).fill(NEW);
    await submit.click();
    await expect(heading(page, say("reset:done.title"))).toBeVisible();
    await audit(page, "password reset");
    await link(page, say("reset:done.login")).click();

    await fillLogin(page, say, member.email, PASSWORD);
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await fillLogin(page, say, member.email, NEW);
    await expect(page).toHaveURL(paths.home);

    // The page shows an invalid link before a new password is typed.
    await page.goto(reset);
    await expect(heading(page, say("reset:dead.title"))).toBeVisible();
    await audit(page, "a dead reset link");
  });

  test("a forgotten password is replaced by a code by SMS", async ({ page, say, server, watch }) => {
    watch.expectStatus(400, "/api/auth/resetPasswordVerifySMSOTP");
    const phone = newPhone();
    const member = await newMember(server, { phone });
    await page.goto(paths.forgot);
    await page.getByRole("tab", { name: say("forgot:byPhone") }).click();
    const send = button(page, say("account:send"));
    const number = page.getByRole("textbox", { name: say("account:phone"), exact: true });
    await number.fill("1234");
    await expect(send).toBeDisabled();
    await number.fill(phone);
    await send.click();
    const code = page.getByRole("textbox", { name: say("account:code.phone") });
    await expect(code).toBeFocused();
    // A new code can be requested after a minute, with a countdown.
    await expect(page.getByRole("button", { name: /\d:\d\d/ })).toBeDisabled();
    await audit(page, "forgot password, waiting for the code");
    const right = await codeFor(server, phone, 2);
    await code.fill(right === "000000" ? "000001" : "000000");
    await expect(page.getByText(say("account:errors.phoneCodeWrong"))).toBeVisible();
    await expect(code).toHaveValue("");
    await code.fill(right);
    await expect(page.getByText(say("forgot:accepted"))).toBeVisible();
    await secret(page, say("forgot:password")).fill(NEW);
    await secret(page, say("forgot:confirm")).fill(NEW);
    await audit(page, "forgot password, the new one");
    await button(page, say("forgot:reset")).click();
    await expect(heading(page, say("forgot:done.title"))).toBeVisible();
    await logIn(page, say, member.email, NEW);
  });
});

test("a reset whose answer was lost leads to the log in", async ({ page, say, server, watch }) => {
  watch.expectStatus(400, "/api/auth/resetPassword");
  watch.expectCutLine();
  const member = await newMember(server);
  await chooseAnother(page, say, server, member.email);
  const call = "**/api/auth/resetPassword";
  await page.route(call, async (route) => {
    await route.fetch();
    await route.abort();
  });
  const submit = button(page, say("reset:submit"));
  await submit.click();
  await expect(page.getByText(say("reset:errors.offline"))).toBeVisible();
  await page.unroute(call);
  await submit.click();
  await expect(heading(page, say("reset:maybeSet.title"))).toBeVisible();
  await audit(page, "a reset link that may have done its work");
  await link(page, say("reset:maybeSet.login")).click();
  await fillLogin(page, say, member.email, NEW);
  await expect(page).toHaveURL(paths.home);
});

test("a reset ends the sessions of every other phone", async ({ page, say, server, anotherPhone, watch }) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  const other = await anotherPhone();
  await logIn(other, say, member.email);
  await chooseAnother(page, say, server, member.email);
  await button(page, say("reset:submit")).click();
  await expect(heading(page, say("reset:done.title"))).toBeVisible();
  // The phone may know already, and then shows no tab bar.
  await other.goto(paths.explorer);
  await expect(other).toHaveURL(paths.login);
});
