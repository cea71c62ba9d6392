import { button } from "./support/app";
import { audit } from "./support/audit";
import { expectAtWork, fillStaff, lockTill, openTill } from "./support/counter";
import { field } from "./support/desk";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newManager } from "./support/people";
import { refusalIn } from "./support/words";

inEachLanguage((language) => {
  test("a manager with a second factor unlocks a till", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/merchant/till");
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

  test("a recovery code stands in for the app at a till", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/merchant/till");
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
