import { readFile } from "node:fs/promises";
import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, OWNER, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { putAway } from "./support/people";

test.use(ADMIN_WINDOW);

const file = (text: string) => ({ name: "rows.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

inOneLanguage("zhhk", (language) => {
  test("an import with a record that changed since is not undone, with the reason", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(409, "/api/admin/partners/import/undo");
    const [rice, maps] = [`Rice ${language}`, `Maps ${language}`];
    await signIn(page, say, OPERATOR, adminPaths.partners);
    await button(page, say("admin:load")).click();
    const dialog = page.getByRole("dialog", { name: say("adminLoading:title.partners") });
    await dialog
      .locator("input[type=file]")
      .setInputFiles(file(`type,name.en\nFood,${rice}\nBooks,${maps}\n`));
    const answered = page.waitForResponse((response) => response.url().includes("/import?name="));
    await button(dialog, say("adminLoading:submit", { count: 2 })).click();
    const { made } = await (await answered).json();
    await expect(link(page, maps)).toBeVisible();
    await putAway(server, made[1]);
    await button(page, say("admin:undo")).click();
    const told = page.getByRole("dialog", { name: say("adminLoading:held.title") });
    await expect(told.getByRole("listitem")).toHaveText([new RegExp(`3.*${maps}`)]);
    await audit(page, "a file that is not taken back");
    await button(told, say("admin:done")).click();
    await expect(link(page, rice)).toBeVisible();
  });

  test("announcements are imported as drafts, and the import is undone", async ({ page, say }) => {
    const [news, more] = [`=News ${language}`, `More ${language}`];
    await signIn(page, say, OPERATOR, adminPaths.announcements);
    await button(page, say("admin:load")).click();
    const dialog = page.getByRole("dialog", { name: say("adminLoading:title.announcements") });
    await dialog
      .locator("input[type=file]")
      .setInputFiles(file(`title.en,body.en,sendAt\n'${news},Hello,2030-01-01\n${more},Hello,\n`));
    await expect(dialog.getByRole("cell", { name: news })).toBeVisible();
    await audit(page, "a file of announcements");
    await button(dialog, say("adminLoading:submit", { count: 2 })).click();
    await expect(link(page, news)).toBeVisible();
    await audit(page, "announcements from a file");
    await button(page, say("admin:undo")).click();
    await expect(page.getByText(say("adminLoading:undone", { count: 2 }))).toBeVisible();
    await expect(link(page, news)).toHaveCount(0);
  });

  test("webhooks are imported, and their secrets are shown once", async ({ page, say }) => {
    await signIn(page, say, OWNER, `${adminPaths.settings}?tab=webhooks`);
    await page.getByRole("button", { name: new RegExp(`^${say("admin:load")}`) }).click();
    const dialog = page.getByRole("dialog", { name: say("adminLoading:title.webhooks") });
    const input = dialog.locator("input[type=file]");
    await input.setInputFiles(file(`url,description\nhttps://10.0.0.1/,Till ${language}\n`));
    await expect(dialog.getByText(say("adminLoading:fix"))).toBeVisible();
    await audit(page, "a file of webhooks with a private address");
    await input.setInputFiles(file(`url,description\nhttps://hooks.invalid/${language},Till ${language}\n`));
    await button(dialog, say("adminLoading:submit", { count: 1 })).click();
    const told = page.getByRole("dialog", { name: say("adminLoading:secrets.webhooks.title") });
    await audit(page, "the secrets of new webhooks");
    const [kept] = await Promise.all([
      page.waitForEvent("download"),
      button(told, say("adminLoading:secrets.webhooks.file")).click(),
    ]);
    const text = await readFile(await kept.path(), "utf8");
    expect(text).toMatch(new RegExp(`^\\uFEFFline,name,secret\\r\\n2,Till ${language},whsec_`));
    await button(told, say("admin:done")).click();
    await button(page, say("admin:undo")).click();
    await expect(page.getByText(say("adminLoading:undone", { count: 1 }))).toBeVisible();
    await expect(button(page, `Till ${language}`)).toHaveCount(0);
  });

  test("staff are invited from a file, and the invitations are withdrawn", async ({ page, say }) => {
    await signIn(page, say, OWNER, `${adminPaths.settings}?tab=staff`);
    await page.getByRole("button", { name: new RegExp(`^${say("admin:load")}`) }).click();
    const dialog = page.getByRole("dialog", { name: say("adminLoading:title.staff") });
    const input = dialog.locator("input[type=file]");
    const [ada, ben] = [`ada.${language}@crew.example`, `ben.${language}@crew.example`];
    await input.setInputFiles(file(`name,email,role\nAda,${ada},editor\nBen,${ben},chief\n`));
    await expect(dialog.getByText("role", { exact: true })).toBeVisible();
    await audit(page, "a file of colleagues with a role that is none");
    await input.setInputFiles(file(`name,email,role\nAda,${ada},editor\nBen,${ben},support\n`));
    await button(dialog, say("adminLoading:submit", { count: 2 })).click();
    const told = page.getByRole("dialog", { name: say("adminLoading:secrets.staff.title") });
    await audit(page, "the links of invitations");
    await button(told, say("admin:done")).click();
    await expect(page.getByText(ada)).toBeVisible();
    await button(page, say("admin:undo")).click();
    await expect(page.getByText(say("adminLoading:undone", { count: 2 }))).toBeVisible();
    await expect(page.getByText(ada)).toHaveCount(0);
  });
});
