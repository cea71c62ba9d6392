import { desk } from "../src/admin/paths";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { DESK_WINDOW, OPERATOR, signIn } from "./support/desk";
import { expect, inEachLanguage, test } from "./support/fixtures";

test.use(DESK_WINDOW);

inEachLanguage((language) => {
  test("a file of partners is tried, corrected, loaded and taken back", async ({ page, say }) => {
    const file = (text: string) => ({ name: "shops.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    const [tea, books] = [`Tea ${language}`, `Books ${language}`];
    await signIn(page, say, OPERATOR, desk.partners);
    await button(page, say("desk:load")).click();
    const dialog = page.getByRole("dialog", { name: say("deskLoading:title.partners") });
    const input = dialog.locator("input[type=file]");
    await input.setInputFiles(file(`type,name.en,webLink\nFood,${tea},\nBooks,${books},javascript:x\n`));
    await expect(dialog.getByText(say("deskLoading:fix"))).toBeVisible();
    await expect(dialog.getByText("webLink", { exact: true })).toBeVisible();
    await expect(button(dialog, say("deskLoading:submit", { count: 1 }))).toBeDisabled();
    await audit(page, "a file with a mistake");
    await input.setInputFiles(file(`type,name.en,webLink\nFood,${tea},\nBooks,${books},\n`));
    await expect(dialog.getByRole("cell", { name: books })).toBeVisible();
    await audit(page, "a file that can be loaded");
    await button(dialog, say("deskLoading:submit", { count: 2 })).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: tea })).toBeVisible();
    await button(page, say("desk:undo")).click();
    await expect(page.getByText(say("deskLoading:undone", { count: 2 }))).toBeVisible();
    await expect(page.getByRole("link", { name: tea })).toHaveCount(0);
  });
});
