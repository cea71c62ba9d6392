import { readFile } from "node:fs/promises";
import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn, title } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { newDraft } from "./support/people";

test.use(ADMIN_WINDOW);

/** Tomorrow at noon in Hong Kong, in the format of the field. */
const tomorrow = () => `${new Date(Date.now() + 32 * 3_600_000).toISOString().slice(0, 10)}T12:00`;

inOneLanguage("zhhk", (language) => {
  test("an article is scheduled with English as fallback, archived, removed and restored", async ({
    page,
    say,
    server,
  }) => {
    const name = `Harbour walk ${language}`;
    const id = await newDraft(server, { en: name, zh: "", zhhk: "" });
    await signIn(page, say, OPERATOR, recordPath(adminPaths.articles, id));
    await expect(page.getByText(say("adminContent:standing.draft"))).toBeVisible();

    await button(page, say("adminContent:publish.open")).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: say("adminContent:publish.later") }).check();
    await button(dialog, say("adminContent:publish.schedule")).click();
    await expect(dialog.getByText(say("adminContent:publish.past"))).toBeVisible();
    await expect(dialog.getByText(say("adminContent:publish.untold"))).toBeVisible();
    await audit(page, "what is missing before publishing");
    await dialog.getByLabel(say("adminContent:publish.moment"), { exact: true }).fill(tomorrow());
    await dialog.getByRole("checkbox", { name: say("adminContent:publish.useEnglish") }).check();
    await button(dialog, say("adminContent:publish.schedule")).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText(say("adminContent:states.scheduled"), { exact: true })).toBeVisible();
    await audit(page, "a scheduled article");

    await button(page, say("adminContent:archive")).click();
    await expect(page.getByText(say("adminContent:standing.archived"))).toBeVisible();
    await button(page, say("admin:delete")).click();
    await button(page.getByRole("alertdialog"), say("admin:delete")).click();
    await expect(title(page, say("adminArticles:title"))).toBeVisible();
    await button(page, say("admin:undo")).click();
    await expect(page.getByText(say("adminContent:back", { count: 1 }))).toBeVisible();
    await page.getByRole("combobox", { name: say("adminContent:state") }).selectOption("archived");
    await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
    await audit(page, "archived articles");
  });
});

test("many articles are published, removed and restored at once, and the list is exported", async ({
  page,
  say,
  server,
}) => {
  const names = ["Bulk one", "Bulk two"];
  for (const en of names) await newDraft(server, { en, zh: "一", zhhk: "一" });
  await signIn(page, say, OPERATOR, `${adminPaths.articles}?q=Bulk`);
  await page.getByRole("checkbox", { name: say("adminContent:selectPage") }).check();
  const bar = page.getByRole("region", { name: say("adminContent:selection") });
  await expect(bar).toContainText(say("adminContent:selected", { count: 2 }));
  await audit(page, "a selection");

  await button(bar, say("adminContent:publish.open")).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: say("adminContent:publish.useEnglish") }).check();
  await button(dialog, say("adminContent:publish.now")).click();
  const rows = page.getByRole("row").filter({ hasText: "Bulk" });
  await expect(rows.getByText(say("adminContent:states.published"))).toHaveCount(2);

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: say("admin:export"), exact: true }).click();
  const file = await readFile(await (await saved).path(), "utf8");
  expect(file.split("\r\n").filter((line) => line.includes("Bulk"))).toHaveLength(2);

  await page.getByRole("checkbox", { name: say("adminContent:selectPage") }).check();
  await button(bar, say("admin:delete")).click();
  await button(page.getByRole("alertdialog"), say("admin:delete")).click();
  await expect(rows).toHaveCount(0);
  await page.getByRole("combobox", { name: say("adminContent:state") }).selectOption("deleted");
  await expect(rows).toHaveCount(2);
  await page.getByRole("checkbox", { name: say("adminContent:selectPage") }).check();
  await button(bar, say("adminContent:restore")).click();
  await expect(page.getByText(say("adminContent:back", { count: 2 }))).toBeVisible();
  await expect(rows).toHaveCount(0);
});

test("a record that is in use is not removed, and its uses are named", async ({ page, say, watch }) => {
  await signIn(page, say, OPERATOR, `${adminPaths.partners}?q=Nine+Hills`);
  await page.getByRole("link", { name: "Nine Hills Coffee", exact: true }).click();
  await button(page, say("admin:delete")).click();
  watch.expectStatus(409, "/api/admin/partners/");
  const dialog = page.getByRole("alertdialog");
  await button(dialog, say("admin:delete")).click();
  await expect(dialog.getByRole("alert").getByRole("listitem").first()).toBeVisible();
});
