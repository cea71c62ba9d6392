import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { auditBoth } from "./support/audit";
import { newClaim } from "./support/claims";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { newAnnouncement, newDraft, newMember } from "./support/people";

test.use({ ...ADMIN_WINDOW, programme: "filled" });

const PHONE = { width: 375, height: 812 };
/** The lowest place of the first row, in pixels from the top of the window. */
const LOWEST = 420;

inEachLanguage((language) => {
  test("a list begins near the middle of a phone at the latest", async ({ page, say, server }) => {
    await newDraft(server, { en: "Low tide", zh: "退潮", zhhk: "退潮" });
    await newAnnouncement(server, "Low tide");
    await newClaim(server, await newMember(server), "57.00", `L-${language}`);
    await signIn(page, say, OPERATOR, adminPaths.account);
    await page.setViewportSize(PHONE);
    for (const path of [
      adminPaths.transactions,
      adminPaths.items,
      adminPaths.claims,
      adminPaths.articles,
      adminPaths.announcements,
      adminPaths.members,
    ]) {
      await page.goto(path);
      const first = page.getByRole("table").first().getByRole("row").nth(1);
      await expect(first).toBeVisible();
      const box = await first.boundingBox();
      expect(box?.y, path).toBeLessThan(LOWEST);
      const full = page.locator("header").getByRole("button").or(page.locator("header").getByRole("link"));
      const shown = (await full.all()).map((one) => one.boundingBox());
      const wide = (await Promise.all(shown)).filter((one) => one && one.width > 60);
      expect(wide.length, `full buttons of ${path}`).toBeLessThanOrEqual(1);
      await auditBoth(page, `${path} on a phone, ${language}`);
    }
  });

  test("the filters of a list open on a phone", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, `${adminPaths.members}?status=active`);
    await page.setViewportSize(PHONE);
    const filters = button(page, say("admin:filtersOn", { on: 1 }));
    await expect(filters).toHaveAttribute("aria-expanded", "false");
    const status = page.getByRole("combobox", { name: say("adminMembers:status") });
    await expect(status).toBeHidden();
    await filters.click();
    await expect(filters).toHaveAttribute("aria-expanded", "true");
    await expect(status).toHaveValue("active");
    await auditBoth(page, `the filters of members on a phone, ${language}`);
    await status.selectOption("");
    await expect(page).not.toHaveURL(/status=/);
    await page.keyboard.press("Escape");
    await expect(status).toBeHidden();
    await expect(button(page, say("admin:filters"))).toBeFocused();

    const more = button(page, say("admin:moreActions"));
    await more.click();
    const segments = link(page, say("adminMembers:segments"));
    await expect(segments).toBeVisible();
    await auditBoth(page, `the menu of members on a phone, ${language}`);
    await page.keyboard.press("Escape");
    await expect(segments).toBeHidden();
    await expect(more).toBeFocused();
  });
});

inOneLanguage("en", () => {
  test("a wide window shows the filters and the files of a list without a button", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.members);
    await expect(page.getByRole("combobox", { name: say("adminMembers:status") })).toBeVisible();
    const ways = page.getByRole("banner");
    await expect(link(ways, say("adminMembers:segments"))).toBeVisible();
    await expect(button(page, say("admin:filters"))).toBeHidden();
    await expect(button(page, say("admin:moreActions"))).toBeHidden();
  });
});
