import { adminPaths } from "../src/admin/paths";
import { field } from "./support/admin";
import { button, heading, secret } from "./support/app";
import { audit } from "./support/audit";
import { Authenticator } from "./support/authenticator";
import { expectAtWork, fillStaff, lockTill, openTill } from "./support/counter";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newManager, PASSWORD } from "./support/people";
import { refusalIn } from "./support/words";

inOneLanguage("zh", (language) => {
  test("a manager with a second factor unlocks a till", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/staff/login");
    const manager = await newManager(server);
    await openTill(page, say, server);
    await lockTill(page, say);
    await fillStaff(page, say, manager.email);
    const code = page.getByRole("textbox", { name: new RegExp(`^${say("counter:signIn.code")}`) });
    await expect(code).toBeVisible();
    await audit(page, "a second factor at a till");
    await code.fill("000000");
    await button(page, say("counter:signIn.submit")).click();
    await expect(page.getByText(refusalIn(language, "second_factor_invalid"))).toBeVisible();
    await code.fill(manager.code());
    await button(page, say("counter:signIn.submit")).click();
    await expectAtWork(page, say);
  });

  test("a recovery code replaces the authenticator app at a till", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/staff/login");
    const manager = await newManager(server);
    await openTill(page, say, server);
    await lockTill(page, say);
    await fillStaff(page, say, manager.email);
    await button(page, say("counter:signIn.useRecovery")).click();
    await field(page, say("counter:signIn.recovery")).fill(manager.recoveryCodes[0] ?? "");
    await audit(page, "a recovery code at a till");
    await button(page, say("counter:signIn.submit")).click();
    await expectAtWork(page, say);
  });
});

test("a manager unlocks a till by passkey", async ({ page, say, server, watch }) => {
  watch.expectStatus(401, "/api/staff/");
  const manager = await newManager(server);
  const device = await Authenticator.install(page);
  await openTill(page, say, server);
  await lockTill(page, say);

  await test.step("the manager makes the passkey in the admin app", async () => {
    await page.goto(adminPaths.account);
    await field(page, say("admin:signIn.email")).fill(manager.email);
    await secret(page, say("admin:signIn.password")).fill(PASSWORD);
    await button(page, say("admin:signIn.submit")).click();
    await field(page, say("admin:signIn.code")).fill(manager.code());
    await button(page, say("admin:signIn.confirm")).click();
    await button(page, say("adminAccount:passkeys.add")).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(new RegExp(`^${say("adminAccount:current")}`)).fill(PASSWORD);
    await button(dialog, say("adminAccount:next")).click();
    await expect(page.getByText(say("adminAccount:passkeys.added"))).toBeVisible();
  });

  await page.goto("/merchant");
  await expect(heading(page, say("counter:locked.title"))).toBeVisible();
  await device.recognise(false);
  await button(page, say("counter:signIn.passkey")).click();
  await expect(button(page, say("counter:signIn.passkey")), "the device said no").toBeEnabled();
  await audit(page, "a locked till that takes passkeys");
  await device.recognise(true);
  await button(page, say("counter:signIn.passkey")).click();
  await expectAtWork(page, say);
});

inOneLanguage("zhhk", () => {
  test("the device's screen lock replaces a cashier's PIN", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/merchant/");
    const device = await Authenticator.install(page);
    await openTill(page, say, server);
    const offer = page.getByRole("dialog", { name: say("counter:lock.title") });
    await audit(page, "the offer of the device's lock");
    await device.recognise(false);
    await button(offer, say("counter:lock.use")).click();
    await expect(offer.getByText(say("counter:lock.failed"))).toBeVisible();
    await device.recognise(true);
    await button(offer, say("counter:lock.use")).click();
    await expect(page.getByText(say("counter:lock.kept"))).toBeVisible();
    expect(await device.count()).toBe(1);

    await button(page, say("counter:menu.title")).click();
    await audit(page, "the menu of a till with a device's lock");
    await button(page, say("counter:menu.signOut")).click();
    await button(page, "Ah Fan").click();
    await audit(page, "a PIN or the device's lock");
    await device.recognise(false);
    await button(page, say("counter:lock.enter")).click();
    await expect(button(page, say("counter:lock.enter")), "the device said no").toBeEnabled();
    await device.recognise(true);
    await button(page, say("counter:lock.enter")).click();
    await expectAtWork(page, say);

    await button(page, say("counter:menu.title")).click();
    await button(page, say("counter:lock.drop")).click();
    await expect(page.getByText(say("counter:lock.dropped"))).toBeVisible();
    await button(page, say("counter:menu.title")).click();
    await button(page, say("counter:menu.signOut")).click();
    await button(page, "Ah Fan").click();
    await expect(button(page, say("counter:signIn.submit"))).toBeVisible();
    await expect(button(page, say("counter:lock.enter"))).toHaveCount(0);
  });
});
