import { adminPaths, newPath, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn, title } from "./support/admin";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newItem, newMember, sendAnnouncement } from "./support/people";

test.use({ ...ADMIN_WINDOW, sourceScale: 123 });

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true };

inEachLanguage((language) => {
  test("an announcement shows a picture, and a tap on it opens its item", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const name = `New cup ${language}`;
    const cup = `Cup of tea ${language}`;
    const item = await newItem(server, cup, { active: true, useEnglish: true });
    await newItem(server, `${cup}, in the making`);
    const member = await newMember(server, { points: 20 });
    await signIn(page, say, OPERATOR, newPath(adminPaths.announcements));
    for (const tongue of ["English", "简体中文", "繁體中文（香港）"]) {
      await page.getByRole("tab", { name: new RegExp(`^${tongue}`) }).click();
      await field(page, say("adminAnnouncements:fields.title")).fill(name);
      await field(page, say("adminAnnouncements:fields.body")).fill("Bring your own cup.");
    }
    const kind = page.getByRole("combobox", { name: say("adminAnnouncements:opens.kind"), exact: true });
    await kind.selectOption("item");
    await button(page, say("admin:create")).click();
    // A kind without a record is a mistake beside its field, and what was typed stays.
    const search = field(page, say("adminAnnouncements:opens.search.item"));
    await expect(search).toHaveAttribute("aria-invalid", "true");
    await expect(field(page, say("adminAnnouncements:fields.title"))).toHaveValue(name);
    await audit(page, "an announcement without the record that it opens");
    await search.fill("no such words");
    await expect(page.getByText(say("adminAnnouncements:opens.none"))).toBeVisible();
    await search.fill(cup);
    const found = page.getByRole("list", { name: say("adminAnnouncements:opens.kinds.item"), exact: true });
    await expect(found.getByRole("listitem")).toHaveText([cup]);
    await audit(page, "records that an announcement can open");
    await found.getByRole("button", { name: cup }).click();
    await expect(field(page, say("adminAnnouncements:opens.kinds.item"))).toHaveValue(cup);
    const picture = page.getByRole("group", { name: say("adminAnnouncements:fields.picture"), exact: true });
    await button(picture, say("adminContent:picture.choose")).click();
    const gallery = page.getByRole("dialog");
    await gallery.locator("button:has(img)").first().click();
    await expect(gallery).toBeHidden();
    await expect(
      page.getByText(say("adminAnnouncements:previews.inbox.opens.item", { name: cup })),
    ).toBeVisible();
    await audit(page, "an announcement with a link and a picture");
    await button(page, say("admin:create")).click();
    await expect(title(page, name)).toBeVisible();
    const id = page.url().split("/").pop() ?? "";
    await page.reload();
    await expect(field(page, say("adminAnnouncements:opens.kinds.item"))).toHaveValue(cup);
    await page.screenshot({ path: test.info().outputPath("desk.png"), fullPage: true });
    await sendAnnouncement(server, id);

    const phone = await anotherPhone(PHONE);
    await logIn(phone, say, member.email);
    await expect(async () => {
      await phone.goto(paths.notifications);
      await expect(heading(phone, name)).toBeVisible({ timeout: 2000 });
    }).toPass();
    const row = phone.getByRole("link").filter({ hasText: name });
    await expect(row.locator("img")).toHaveAttribute("loading", "lazy");
    await expect(row.locator("img")).toHaveJSProperty("complete", true);
    await phone.screenshot({ path: test.info().outputPath("notifications.png") });
    await audit(phone, "a notification with a picture");
    await row.click();
    await expect(phone.getByRole("dialog").getByText(cup, { exact: true })).toBeVisible();
    await expect(phone).toHaveURL(new RegExp(`${paths.redeem}$`));
    await audit(phone, `the item ${item} that an announcement opened`);

    // Before the item is removed, the dialog names the announcement, which does not block the removal.
    await page.goto(recordPath(adminPaths.items, item));
    await button(page, say("admin:delete")).click();
    const asked = page.getByRole("alertdialog");
    await expect(asked.getByText(say("adminContent:linkedText"))).toBeVisible();
    await expect(asked.getByRole("listitem")).toContainText(name);
    await audit(page, "the removal of an item that an announcement links to");
    await asked.screenshot({ path: test.info().outputPath("removal.png") });
    await button(asked, say("admin:delete")).click();
    await expect(page.getByText(say("adminContent:removed", { title: cup }))).toBeVisible();
  });
});
