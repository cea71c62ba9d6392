import { adminPaths, recordPath } from "../src/admin/paths";
import { OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newItem } from "./support/people";

test.use({ viewport: { width: 1280, height: 900 }, hasTouch: false });

const csv = (text: string) => ({
  name: "codes.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(text, "latin1"),
});

inOneLanguage("zh", (language) => {
  test("codes are checked row by row before they are added", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.items);
    await page
      .getByRole("link", { name: { en: /ferry/, zh: /渡轮/, zhhk: /渡輪/ }[language] })
      .first()
      .click();
    const file = page.locator("input[name=codes]");
    const dialog = page.getByRole("dialog", { name: say("adminItems:pool.check") });

    // A heading in Big5, which is not valid UTF-8.
    const big5 = `\xb3\xc6\xb5\xf9,code\nx,${language}-NEW-1\nx,${language}-NEW-1\n`;
    await file.setInputFiles(csv(big5));
    await expect(page.getByText(say("adminItems:pool.unread.encoding"))).toBeVisible();
    await page.getByLabel(say("adminItems:pool.encoding")).selectOption("big5");
    await file.setInputFiles(csv(`${big5}x,\xb4\xfa\n`));
    await expect(dialog.getByText(say("adminItems:pool.invalid", { count: 1 }))).toBeVisible();
    await expect(button(page, say("adminItems:pool.add", { count: 1 }))).toBeDisabled();
    await audit(page, "the fate of each row");
    await dialog.getByRole("button", { name: say("admin:cancel") }).click();

    await file.setInputFiles(csv(big5));
    const rows = dialog.getByRole("table", { name: say("adminItems:pool.rows") }).getByRole("row");
    await expect(rows).toHaveCount(3);
    await expect(rows.last()).toContainText(say("adminItems:pool.fates.repeated"));
    await button(page, say("adminItems:pool.add", { count: 1 })).click();
    await expect(page.getByText(say("adminItems:pool.added", { count: 1 })).first()).toBeVisible();
  });

  test("a file of another reward is refused, wrong codes are withdrawn", async ({ page, say, server }) => {
    const pool = { content: { kind: "pool", format: "qrcode" } };
    const [first, second] = [await newItem(server, "Bun", pool), await newItem(server, "Tea", pool)];
    const bring = () => page.locator("input[name=codes]").setInputFiles(csv(`${language}-SAME-1\n`));
    await signIn(page, say, OPERATOR, recordPath(adminPaths.items, first));
    await bring();
    await button(page, say("adminItems:pool.add", { count: 1 })).click();
    await expect(page.getByText(say("adminItems:freeCodes", { count: 1 }))).toBeVisible();

    await page.goto(recordPath(adminPaths.items, second));
    await bring();
    const dialog = page.getByRole("dialog", { name: say("adminItems:pool.check") });
    await expect(dialog.getByText(say("adminItems:pool.elsewhere", { count: 1 }))).toBeVisible();
    await expect(button(dialog, say("adminItems:pool.add", { count: 0 }))).toBeDisabled();
    await audit(page, "codes of another reward");

    await page.goto(recordPath(adminPaths.items, first));
    await button(page, say("adminItems:pool.withdraw.open")).click();
    await audit(page, "codes about to be withdrawn");
    await button(page.getByRole("alertdialog"), say("adminItems:pool.withdraw.submit")).click();
    await expect(page.getByText(say("adminItems:pool.withdraw.done", { count: 1 }))).toBeVisible();
    await expect(page.getByText(say("adminItems:freeCodes", { count: 0 }))).toBeVisible();
    await expect(button(page, say("adminItems:pool.withdraw.open"))).toHaveCount(0);
  });
});
