import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { giveFor, newCashier, newPartner } from "./support/alarms";
import { button } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, invitation, newEmail, newMember, PASSWORD } from "./support/people";
import type { Server } from "./support/server";

test.use(ADMIN_WINDOW);

/** A partner that gives 1 point for HK$1, with two bills of HK$80 and HK$20. */
async function shop(server: Server) {
  const partner = await newPartner(server, "Lotus Tea House");
  const cashier = await newCashier(server, partner, "Ho Yan Fung");
  const bills = ["80.00", "20.00"].map((amountHkd) => ({ amountHkd, receipt: "" }));
  await giveFor(server, cashier, await newMember(server), bills);
  return recordPath(adminPaths.partners, partner);
}

inEachLanguage((language) => {
  test("other rates are simulated before they are saved, and the old ones stay listed", async ({
    page,
    say,
    server,
  }) => {
    await signIn(page, say, OPERATOR, await shop(server));
    const panel = page.getByRole("region", { name: say("adminPartners:rates.title") });
    const words = (base: string, extra: string) =>
      panel.getByText(say("adminPartners:rates.words", { base, extra }));
    await expect(words("1", "0")).toBeVisible();
    await expect(button(panel, say("adminRules:trial.run"))).toHaveCount(0);
    const base = page.getByRole("textbox", { name: say("adminPartners:fields.basePoints") });
    await base.fill("1.5");
    await button(page, say("admin:save")).click();
    await expect(base).toHaveAccessibleDescription(new RegExp(say("admin:errors.notSimulated")));
    await expect(panel.getByText(say("adminPartners:rates.first"))).toBeVisible();
    await auditBoth(page, `rates that have to be simulated, ${language}`);

    await button(panel, say("adminRules:trial.run")).click();
    // HK$80 earned 80 points and would earn 120.
    const row = panel.getByRole("row").filter({ hasText: "Lotus Tea House" }).first();
    await expect(row.getByRole("cell", { name: "80", exact: true })).toBeVisible();
    await expect(row.getByRole("cell", { name: "120", exact: true })).toBeVisible();
    await auditBoth(page, `simulated rates, ${language}`);
    // Rates that were not tried need a simulation of their own.
    await base.fill("1.6");
    await expect(row).toHaveCount(0);
    await base.fill("1.5");
    await button(page, say("admin:save")).click();
    await expect(words("1.5", "0")).toBeVisible();
    await expect(words("1", "0")).toBeVisible();
    // The simulation is gone, with its column about the second version.
    await expect(row).toHaveCount(0);
    await expect(panel.getByText(say("adminPartners:rates.version", { version: 2 }))).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await audit(page, `versions of rates on a phone, ${language}`);
  });
});

test("an editor reads the versions of rates and cannot simulate others", async ({ page, say, server }) => {
  const email = newEmail();
  const token = (await invitation(server, email, "editor")).split("/").at(-1);
  await call(server, "POST", "/api/staff/link/accept", {
    body: { token, name: "Wing Chan", password: PASSWORD },
  });
  await signIn(page, say, email, await shop(server));
  const panel = page.getByRole("region", { name: say("adminPartners:rates.title") });
  await expect(panel.getByText(say("adminPartners:rates.words", { base: "1", extra: "0" }))).toBeVisible();
  await expect(panel.getByRole("button")).toHaveCount(0);
});
