import { randomInt } from "node:crypto";
import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { keysSent } from "./support/keys";

test.use(ADMIN_WINDOW);

inOneLanguage("zh", (language) => {
  test("a file of partners is checked, corrected, imported and undone", async ({ page, say }) => {
    const file = (text: string) => ({ name: "shops.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const [tea, books] = [`Tea ${language}`, `Books ${language}`];
    await signIn(page, say, OPERATOR, adminPaths.partners);
    await button(page, say("admin:load")).click();
    const dialog = page.getByRole("dialog", { name: say("adminLoading:title.partners") });
    const input = dialog.locator("input[type=file]");
    await input.setInputFiles(file(`type,name.en,webLink\nFood,${tea},\nBooks,${books},javascript:x\n`));
    await expect(dialog.getByText(say("adminLoading:fix"))).toBeVisible();
    await expect(dialog.getByText("webLink", { exact: true })).toBeVisible();
    await expect(button(dialog, say("adminLoading:submit", { count: 1 }))).toBeDisabled();
    await audit(page, "a file with a mistake");
    await input.setInputFiles(file(`type,name.en,webLink\nFood,${tea},\nBooks,${books},\n`));
    await expect(dialog.getByRole("cell", { name: books })).toBeVisible();
    await audit(page, "a file that can be loaded");
    await button(dialog, say("adminLoading:submit", { count: 2 })).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: tea })).toBeVisible();
    await button(page, say("admin:undo")).click();
    await expect(page.getByText(say("adminLoading:undone", { count: 2 }))).toBeVisible();
    await expect(page.getByRole("link", { name: tea })).toHaveCount(0);
  });
});

test("an import whose answer is lost creates each member once on every retry", async ({
  page,
  say,
  watch,
}) => {
  watch.expectCutLine();
  const name = `Wing ${Array.from({ length: 6 }, () => "abcdefghij"[randomInt(10)]).join("")}`;
  const csv = `lastName,firstName,points,reason\nChan,${name},500,Moved over\n`;
  const file = { name: "people.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
  const keys = keysSent(page.context(), "/api/admin/members/import?name=people.csv");
  const dialog = page.getByRole("dialog", { name: say("adminLoading:title.members") });
  const submit = button(dialog, say("adminLoading:submit", { count: 1 }));
  const take = async () => {
    await button(page, say("admin:load")).click();
    await dialog.locator("input[type=file]").setInputFiles(file);
    await submit.click();
  };
  await signIn(page, say, OPERATOR, adminPaths.members);
  // The server gets the call; its answer is lost.
  await page.route("**/api/admin/members/import?name=*", async (route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await take();
  await expect(dialog.getByText(say("admin:errors.offline"))).toBeVisible();
  await button(dialog, say("admin:cancel")).click();
  await page.reload();
  await page.unroute("**/api/admin/members/import?name=*");
  await take();
  await expect(dialog).toHaveCount(0);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size, "one key for one file").toBe(1);
  await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(1);
});
