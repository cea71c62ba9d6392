import type { Page } from "@playwright/test";
import { adminPaths, newPath } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, secret } from "./support/app";
import { audit } from "./support/audit";
import { press } from "./support/counter";
import { expect, test } from "./support/fixtures";
import type { Say } from "./support/words";

test.use(ADMIN_WINDOW);

/** One of the three lists: outlets, tills or cashiers. */
const list = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

async function newPartner(page: Page, say: Say, name: string) {
  await page.goto(newPath(adminPaths.partners));
  await field(page, say("deskPartners:fields.name")).fill(name);
  await button(page, say("desk:create")).click();
  await expect(title(page, name)).toBeVisible();
}

async function addOutlet(page: Page, say: Say, name: string) {
  await button(page, say("deskCounters:addOutlet")).click();
  await field(page, say("deskCounters:outletName")).first().fill(name);
  await button(page.getByRole("dialog"), say("deskCounters:saveOutlet")).click();
  await expect(list(page, say("deskCounters:outlets")).getByRole("listitem")).toContainText(name);
}

async function addTill(page: Page, say: Say, name: string): Promise<string> {
  await button(page, say("deskCounters:addTill")).click();
  await field(page, say("deskCounters:tillName")).fill(name);
  const dialog = page.getByRole("dialog");
  await button(dialog, say("deskCounters:keepTill")).click();
  const address = (await dialog.getByRole("link").getAttribute("href")) ?? "";
  await button(dialog, say("desk:done")).click();
  return address;
}

async function signInAtTill(till: Page, say: Say, name: string, pin: string) {
  await button(till, name).click();
  await press(till, pin);
  await button(till, say("counter:signIn.submit")).click();
}

test("outlets, tills and cashiers are changed and removed", async ({ page, say, watch, anotherPhone }) => {
  watch.expectStatus(401, "/api/merchant/");
  await signIn(page, say, OPERATOR);
  await newPartner(page, say, "Harbour Tea");
  await addOutlet(page, say, "Wan Chai");

  await test.step("an outlet is renamed", async () => {
    await button(page, `${say("deskCounters:editOutlet")} Wan Chai`).click();
    await field(page, say("deskCounters:outletName")).first().fill("Wan Chai North");
    await field(page, say("deskCounters:outletAddress")).first().fill("1 Harbour Road");
    await audit(page, "an outlet to change");
    await button(page.getByRole("dialog"), say("deskCounters:saveOutlet")).click();
    const outlet = list(page, say("deskCounters:outlets")).getByRole("listitem");
    await expect(outlet).toContainText("Wan Chai North");
    await expect(outlet).toContainText("1 Harbour Road");
  });

  const till = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await test.step("a cashier gets a till, forgets the PIN, and gets a new one", async () => {
    await button(page, say("deskCounters:addCashier")).click();
    await field(page, say("deskCounters:cashierName")).last().fill("Siu Ming");
    await secret(page, say("deskCounters:pin")).fill("4071");
    await button(page.getByRole("dialog"), say("deskCounters:keepCashier")).click();
    await till.goto(await addTill(page, say, "Till 1"));
    await button(till, say("counter:enrol.submit")).click();

    await button(page, `${say("deskCounters:newPin")} Siu Ming`).click();
    const dialog = page.getByRole("dialog", { name: say("deskCounters:newPinTitle", { name: "Siu Ming" }) });
    await secret(page, say("deskCounters:pin")).fill("12");
    await button(dialog, say("deskCounters:keepPin")).click();
    await expect(dialog.getByText(say("deskCounters:pinWrong"))).toBeVisible();
    await secret(page, say("deskCounters:pin")).fill("864209");
    await audit(page, "another PIN");
    await button(dialog, say("deskCounters:keepPin")).click();
    await expect(page.getByText(say("deskCounters:pinKept", { name: "Siu Ming" }))).toBeVisible();

    await signInAtTill(till, say, "Siu Ming", "4071");
    await expect(till.getByRole("alert")).toBeVisible();
    await till.reload();
    await signInAtTill(till, say, "Siu Ming", "864209");
    await expect(button(till, say("counter:jobs.award"))).toBeVisible();
  });

  await test.step("a till is removed, and its device stops working", async () => {
    await addTill(page, say, "Till 2");
    await button(page, `${say("deskCounters:revoke")} Till 1`).click();
    await button(page.getByRole("alertdialog"), say("deskCounters:revoke")).click();
    const rows = list(page, say("deskCounters:tills")).getByRole("listitem");
    await expect(rows.last()).toContainText(say("deskCounters:states.revoked"));
    await expect(rows.last()).toContainText("Till 1");
    await audit(page, "a till taken back");
    await till.reload();
    await expect(button(till, say("counter:jobs.award"))).toHaveCount(0);
  });

  await test.step("a cashier is suspended, and then removed", async () => {
    await button(page, `${say("deskCounters:editOutlet")} Siu Ming`).click();
    await page.getByRole("switch", { name: say("deskCounters:active") }).uncheck();
    await button(page.getByRole("dialog"), say("deskCounters:keepCashier")).click();
    await expect(page.getByText(say("deskCounters:mayNot"))).toBeVisible();
    await button(page, `${say("deskCounters:removeCashier")} Siu Ming`).click();
    await button(page.getByRole("alertdialog"), say("deskCounters:removeCashier")).click();
    await expect(page.getByText(say("deskCounters:noCashiers"))).toBeVisible();
  });

  await test.step("an outlet is closed together with its tills", async () => {
    await button(page, `${say("deskCounters:closeOutlet")} Wan Chai North`).click();
    await button(page.getByRole("alertdialog"), say("deskCounters:closeOutlet")).click();
    await expect(page.getByText(say("deskCounters:noOutlets"))).toBeVisible();
    await expect(page.getByText(say("deskCounters:states.waiting"))).toHaveCount(0);
  });
});
