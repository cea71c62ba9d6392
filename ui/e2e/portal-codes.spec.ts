import { portalPaths } from "../src/admin/portal/paths";
import { ADMIN_WINDOW, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newItem, staffToken } from "./support/people";
import { refusalIn } from "./support/words";

// The factor gives these tests a server of their own, because they add rewards to the partner of the demo.
test.use({ ...ADMIN_WINDOW, sourceScale: 124 });

const MANAGER = "merchant@kapok.example";

inEachLanguage((language) => {
  test("a manager adds codes to the pool of an own reward", async ({ page, say, server, watch }) => {
    watch.expectStatus(400, "/api/merchant/rewards/");
    const token = await staffToken(server, MANAGER);
    const { _id: partnerId } = await call(server, "GET", "/api/merchant/partner", { token });
    const name = `Bakery voucher ${language}`;
    const pool = { partnerId, leftover: -1, content: { kind: "pool", format: "barCode" } };
    await newItem(server, name, { ...pool, active: true });
    const file = (text: string) => ({ name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await signIn(page, say, MANAGER, portalPaths.rewards);
    const card = page.getByRole("listitem").filter({ hasText: name });
    const free = card
      .locator("dl > div")
      .filter({ hasText: say("portal:rewards.codes") })
      .locator("dd");
    await expect(free).toHaveText("0");
    await button(card, `${say("portal:rewards.addCodes")} ${name}`).click();
    const dialog = page.getByRole("dialog");
    const input = dialog.locator("input[type=file]");
    await audit(page, `a file of codes to choose, ${language}`);
    // A file that cannot be read leaves the dialog open for another one.
    await input.setInputFiles(file("A,note\nB,note\n"));
    await expect(dialog.getByText(refusalIn(language, "code_column_missing"))).toBeVisible();
    await audit(page, `a file without codes, ${language}`);
    await input.setInputFiles(file(`${language}-1\n${language}-2\n${language}-2\n${"x".repeat(81)}\n`));
    const rows = dialog.getByRole("table").getByRole("row");
    await expect(rows.filter({ hasText: say("adminItems:pool.fates.invalid") })).toHaveCount(1);
    await expect(button(dialog, say("adminItems:pool.add", { count: 2 }))).toBeDisabled();
    await audit(page, `a file with a mistake, ${language}`);
    await button(dialog, say("admin:cancel")).click();
    await button(card, `${say("portal:rewards.addCodes")} ${name}`).click();
    await input.setInputFiles(file(`${language}-1\n${language}-2\n${language}-2\n`));
    await expect(rows.filter({ hasText: say("adminItems:pool.fates.repeated") })).toHaveCount(1);
    await page.screenshot({ path: test.info().outputPath("rows.png") });
    await button(dialog, say("adminItems:pool.add", { count: 2 })).click();
    await expect(page.getByText(say("adminItems:pool.added", { count: 2 }))).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(free).toHaveText("2");
    await page.screenshot({ path: test.info().outputPath("rewards.png") });
    await audit(page, `a pool with codes, ${language}`);
  });
});
