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
  await field(page, say("adminPartners:fields.name")).fill(name);
  await button(page, say("admin:create")).click();
  await expect(title(page, name)).toBeVisible();
}

async function addOutlet(page: Page, say: Say, name: string) {
  await button(page, say("adminCounters:addOutlet")).click();
  await field(page, say("adminCounters:outletName")).first().fill(name);
  await button(page.getByRole("dialog"), say("adminCounters:saveOutlet")).click();
  await expect(list(page, say("adminCounters:outlets")).getByRole("listitem")).toContainText(name);
}

async function addTill(page: Page, say: Say, name: string): Promise<string> {
  await button(page, say("adminCounters:addTill")).click();
  await field(page, say("adminCounters:tillName")).fill(name);
  const dialog = page.getByRole("dialog");
  await button(dialog, say("adminCounters:keepTill")).click();
  const address = (await dialog.getByRole("link").first().getAttribute("href")) ?? "";
  await button(dialog, say("admin:done")).click();
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
    await button(page, `${say("adminCounters:editOutlet")} Wan Chai`).click();
    await field(page, say("adminCounters:outletName")).first().fill("Wan Chai North");
    await field(page, say("adminCounters:outletAddress")).first().fill("1 Harbour Road");
    await audit(page, "an outlet to change");
    await button(page.getByRole("dialog"), say("adminCounters:saveOutlet")).click();
    const outlet = list(page, say("adminCounters:outlets")).getByRole("listitem");
    await expect(outlet).toContainText("Wan Chai North");
    await expect(outlet).toContainText("1 Harbour Road");
  });

  const till = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await test.step("a cashier gets a till, forgets the PIN, and gets a new one", async () => {
    await button(page, say("adminCounters:addCashier")).click();
    await field(page, say("adminCounters:cashierName")).last().fill("Siu Ming");
    await secret(page, say("adminCounters:pin")).fill("4071");
    await button(page.getByRole("dialog"), say("adminCounters:keepCashier")).click();
    await till.goto(await addTill(page, say, "Till 1"));
    await button(till, say("counter:enrol.submit")).click();

    await button(page, `${say("adminCounters:newPin")} Siu Ming`).click();
    const dialog = page.getByRole("dialog", { name: say("adminCounters:newPinTitle", { name: "Siu Ming" }) });
    await secret(page, say("adminCounters:pin")).fill("12");
    await button(dialog, say("adminCounters:keepPin")).click();
    await expect(dialog.getByText(say("adminCounters:pinWrong"))).toBeVisible();
    await secret(page, say("adminCounters:pin")).fill("864209");
    await audit(page, "another PIN");
    await button(dialog, say("adminCounters:keepPin")).click();
    await expect(page.getByText(say("adminCounters:pinKept", { name: "Siu Ming" }))).toBeVisible();

    await signInAtTill(till, say, "Siu Ming", "4071");
    await expect(till.getByRole("alert")).toBeVisible();
    await till.reload();
    await signInAtTill(till, say, "Siu Ming", "864209");
    await expect(button(till, say("counter:jobs.award"))).toBeVisible();
  });

  await test.step("a till is removed, and its device stops working", async () => {
    await addTill(page, say, "Till 2");
    await button(page, `${say("adminCounters:revoke")} Till 1`).click();
    await button(page.getByRole("alertdialog"), say("adminCounters:revoke")).click();
    const rows = list(page, say("adminCounters:tills")).getByRole("listitem");
    await expect(rows.last()).toContainText(say("adminCounters:states.revoked"));
    await expect(rows.last()).toContainText("Till 1");
    await audit(page, "a till taken back");
    await till.reload();
    await expect(button(till, say("counter:jobs.award"))).toHaveCount(0);
  });

  await test.step("a cashier is suspended, and then removed", async () => {
    await button(page, `${say("adminCounters:editOutlet")} Siu Ming`).click();
    await page.getByRole("switch", { name: say("adminCounters:active") }).uncheck();
    await button(page.getByRole("dialog"), say("adminCounters:keepCashier")).click();
    await expect(page.getByText(say("adminCounters:mayNot"))).toBeVisible();
    await button(page, `${say("adminCounters:removeCashier")} Siu Ming`).click();
    await button(page.getByRole("alertdialog"), say("adminCounters:removeCashier")).click();
    await expect(page.getByText(say("adminCounters:noCashiers"))).toBeVisible();
  });

  await test.step("an outlet is closed together with its tills", async () => {
    await button(page, `${say("adminCounters:closeOutlet")} Wan Chai North`).click();
    await button(page.getByRole("alertdialog"), say("adminCounters:closeOutlet")).click();
    await expect(page.getByText(say("adminCounters:noOutlets"))).toBeVisible();
    await expect(page.getByText(say("adminCounters:states.waiting"))).toHaveCount(0);
  });
});
