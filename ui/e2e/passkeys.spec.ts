import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { Authenticator } from "./support/authenticator";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";
import type { Say } from "./support/words";

/** Stops the browser from offering passkeys by itself, so that only the button signs in. */
async function withoutOffers(page: Page) {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
}

async function turnOn(page: Page, say: Say) {
  await page.goto(paths.settings);
  const biometric = page.getByRole("switch", { name: say("settings:biometric") });
  await expect(biometric).toHaveAttribute("aria-checked", "false");
  await biometric.click();
  await expect(biometric).toHaveAttribute("aria-checked", "true");
  return biometric;
}

async function logOut(page: Page, say: Say) {
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await expect(page).toHaveURL(paths.login);
}

inOneLanguage("zh", () => {
  test("a member signs in by fingerprint until they turn it off", async ({ page, say, server }) => {
    const member = await newMember(server);
    const device = await Authenticator.install(page);
    await withoutOffers(page);
    await page.goto(paths.login);
    await button(page, say("login:biometric")).click();
    await expect(page.getByText(say("login:errors.noCredentials"))).toBeVisible();
    await audit(page, "biometric login without a passkey");

    await logIn(page, say, member.email);
    const biometric = await turnOn(page, say);
    await expect(page.getByText(say("settings:biometricTurned.on"))).toBeVisible();
    // The fingerprint icon and the tick.
    await expect(biometric.locator("svg")).toHaveCount(2);
    expect(await device.count()).toBe(1);
    await audit(page, "biometric login turned on");
    await logOut(page, say);

    await device.recognise(false);
    await button(page, say("login:biometric")).click();
    const failed = say("login:errors.biometricFailed", { reason: say("login:errors.tryAgain") });
    await expect(page.getByText(failed)).toBeVisible();
    await audit(page, "biometric login refused by the device");
    await device.recognise(true);
    await button(page, say("login:biometric")).click();
    await expect(page).toHaveURL(paths.home);
    await expect(heading(page, member.firstName)).toBeVisible();

    await page.goto(paths.settings);
    await biometric.click();
    const question = page.getByRole("alertdialog");
    await expect(heading(question, say("settings:removal.hereTitle"))).toBeVisible();
    await audit(page, "the question before biometric login is turned off");
    await button(question, say("settings:confirm.cancel")).click();
    await expect(biometric).toHaveAttribute("aria-checked", "true");
    await biometric.click();
    await button(question, say("settings:removal.turnOff")).click();
    await expect(biometric).toHaveAttribute("aria-checked", "false");
    await logOut(page, say);
    await button(page, say("login:biometric")).click();
    await expect(page.getByText(say("login:errors.noCredentials"))).toBeVisible();
  });
});

test("a passkey is offered in the name field and signs in without typing", async ({ page, say, server }) => {
  const member = await newMember(server);
  await Authenticator.install(page);
  await logIn(page, say, member.email);
  await turnOn(page, say);
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  // The virtual device accepts the browser's offer at once.
  await expect(page).toHaveURL(paths.home);
  await expect(heading(page, member.firstName)).toBeVisible();
});

test("a passkey that was removed on another device is refused with an explanation", async ({
  page,
  say,
  server,
  anotherPhone,
  watch,
}) => {
  watch.expectStatus(401, "/api/auth/biometric_verify");
  const member = await newMember(server);
  await Authenticator.install(page);
  await withoutOffers(page);
  await logIn(page, say, member.email);
  await turnOn(page, say);
  await logOut(page, say);

  const other = await anotherPhone();
  await logIn(other, say, member.email);
  await other.goto(paths.settings);
  const list = other.getByRole("list", { name: say("settings:passkeys.title") });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await audit(other, "the passkey of another device");
  await list.getByRole("button").click();
  await button(other.getByRole("alertdialog"), say("settings:passkeys.remove")).click();
  await expect(list).toHaveCount(0);
  await link(other, say("nav.home")).click();

  await button(page, say("login:biometric")).click();
  await expect(page.getByText(say("login:errors.serverAuthenticationFailed"))).toBeVisible();
});

test("without passkey support, the button explains it", async ({ page, say }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "PublicKeyCredential");
  });
  await page.goto(paths.login);
  await button(page, say("login:biometric")).click();
  await expect(page.getByText(say("login:errors.biometricUnsupported"))).toBeVisible();
});

test("a passkey is requested as the API asks, and its answer reaches the server unchanged", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server);
  await Authenticator.install(page);
  await withoutOffers(page);
  await page.addInitScript(() => {
    const made: unknown[] = [];
    Object.assign(window, { made });
    const { create } = CredentialsContainer.prototype;
    CredentialsContainer.prototype.create = function (options) {
      const { attestation, timeout, pubKeyCredParams, authenticatorSelection } = options?.publicKey ?? {};
      const { authenticatorAttachment, userVerification } = authenticatorSelection ?? {};
      made.push({ attestation, timeout, pubKeyCredParams, authenticatorAttachment, userVerification });
      return create.call(this, options);
    };
  });
  await logIn(page, say, member.email);
  const registered = page.waitForRequest("**/api/auth/registerBiometric");
  await turnOn(page, say);
  expect(await page.evaluate(() => Reflect.get(window, "made"))).toEqual([
    {
      attestation: "direct",
      timeout: 60_000,
      pubKeyCredParams: [{ type: "public-key", alg: -7 }],
      authenticatorAttachment: "platform",
      userVerification: "required",
    },
  ]);
  const bytes = expect.stringMatching(/^[\w-]+$/);
  const [challenge, userId] = [expect.stringMatching(/^[\w-]{43}$/), expect.stringMatching(/^[\w-]{22}$/)];
  const device = { id: bytes, rawId: bytes, type: "public-key", userId, challenge };
  expect((await registered).postDataJSON()).toEqual({
    credential: {
      ...device,
      response: { clientDataJSON: bytes, attestationObject: bytes },
      publicKey: bytes,
    },
  });
  await logOut(page, say);
  const verified = page.waitForRequest("**/api/auth/biometric_verify");
  await button(page, say("login:biometric")).click();
  await expect(page).toHaveURL(paths.home);
  expect((await verified).postDataJSON()).toEqual({
    credential: {
      ...device,
      response: { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: userId },
      signature: bytes,
    },
    rememberMe: false,
  });
});

test("a failed registration names the device as a possible reason", async ({ page, say, server }) => {
  const member = await newMember(server);
  const device = await Authenticator.install(page);
  await logIn(page, say, member.email);
  await page.goto(paths.settings);
  await device.recognise(false);
  const biometric = page.getByRole("switch", { name: say("settings:biometric") });
  await biometric.click();
  await expect(
    page.getByRole("alert").filter({ hasText: say("settings:biometricErrors.notMade") }),
  ).toBeVisible();
  await expect(biometric).toHaveAttribute("aria-checked", "false");
});

test("a device that already has a passkey is turned on again without a new one", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server);
  const device = await Authenticator.install(page);
  await logIn(page, say, member.email);
  await turnOn(page, say);
  await page.evaluate(() => localStorage.removeItem("credentialId"));
  await turnOn(page, say);
  await expect(page.getByText(say("settings:biometricTurned.on"))).toBeVisible();
  expect(await device.count()).toBe(1);
});

test("a passkey of the native app is shown by a tick, without a switch", async ({ page, say, server }) => {
  const member = await newMember(server);
  await Authenticator.install(page);
  await logIn(page, say, member.email);
  await turnOn(page, say);
  await page.evaluate(() => {
    localStorage.removeItem("credentialId");
    sessionStorage.setItem("isNative", "true");
  });
  await page.goto(paths.settings);
  await expect(page.getByText(say("settings:biometricState.on"))).toBeVisible();
  await expect(page.getByRole("switch", { name: say("settings:biometric") })).toHaveCount(0);
  await audit(page, "biometric login that the native app turned on");
});

test("the native app itself turns on biometric login", async ({ page, say, server }) => {
  const member = await newMember(server);
  await page.addInitScript(() => {
    const heard: unknown[] = [];
    const postMessage = (message: string) => heard.push(JSON.parse(message));
    Object.assign(window, { heard, ReactNativeWebView: { postMessage } });
  });
  await logIn(page, say, member.email);
  await page.goto(paths.settings);
  await page.getByRole("switch", { name: say("settings:biometric") }).click();
  await expect(page.getByText(say("settings:biometricErrors.handedOver"))).toBeVisible();
  await audit(page, "biometric login handed over to the native app");
  expect(await page.evaluate(() => Reflect.get(window, "heard"))).toEqual([
    { type: "biometricLogin", name: member.email, displayName: "Ka Yan Lau", email: member.email },
  ]);
});

test("a native app's push token reaches the server once, and the native flag outlives the sign-in", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server);
  await page.goto(paths.login);
  await page.evaluate(() => {
    sessionStorage.setItem("isNative", "true");
    sessionStorage.setItem("pushNotificationToken", "dQw4w9:APA91b");
  });
  const told: unknown[] = [];
  page.on("request", (request) => {
    if (/\/api\/auth\/(un)?subscribe$/.test(request.url())) told.push(request.postDataJSON());
  });
  const answered = page.waitForResponse("**/api/auth/subscribe");
  await logIn(page, say, member.email);
  expect((await answered).status()).toBe(201);
  // A page that is left before it has read the answer correctly sends the token again.
  await page.waitForFunction(() => sessionStorage.getItem("push:told"));
  await page.goto(paths.points);
  await expect(page.getByText(say("points:emptyTitle"))).toBeVisible();
  expect(told).toEqual([{ isNative: true, fcmToken: "dQw4w9:APA91b" }]);
  await logOut(page, say);
  expect(told[1]).toEqual({ fcmToken: "dQw4w9:APA91b" });
  expect(await page.evaluate(() => sessionStorage.getItem("isNative"))).toBe("true");
});

test("signing in by fingerprint remembers the member only when asked", async ({ page, say, server }) => {
  const member = await newMember(server);
  await Authenticator.install(page);
  await withoutOffers(page);
  await logIn(page, say, member.email);
  await turnOn(page, say);
  await logOut(page, say);
  const remember = page.getByRole("checkbox", { name: say("login:remember") });
  const identifier = page.getByRole("textbox", { name: say("login:identifier") });
  for (const wanted of [true, false]) {
    await remember.setChecked(wanted);
    await button(page, say("login:biometric")).click();
    await expect(page).toHaveURL(paths.home);
    await logOut(page, say);
    await expect(identifier).toHaveValue(wanted ? member.email : "");
    await expect(remember).toBeChecked({ checked: wanted });
  }
});
