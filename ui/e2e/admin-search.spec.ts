import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, goTo, OPERATOR, OWNER, signIn, title } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newAnnouncement } from "./support/people";

test.use(ADMIN_WINDOW);

const option = (page: Page, name: string | RegExp) => page.getByRole("option", { name });

inEachLanguage((language) => {
  test("the search opens a page and a member by the keyboard alone", async ({ page, say }) => {
    await signIn(page, say, OPERATOR, adminPaths.dashboard);
    await expect(title(page, say("admin:nav.dashboard"))).toBeVisible();
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: say("adminFind:label") });
    await expect(field).toBeFocused();
    await expect(page.getByText(say("adminFind:start"))).toBeVisible();
    await field.fill(say("admin:nav.expiry"));
    await expect(option(page, new RegExp(`^${say("admin:nav.expiry")}`))).toHaveAttribute(
      "aria-selected",
      "true",
    );
    await audit(page, `${language} search with a page`);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`${adminPaths.expiry}$`));

    await page.keyboard.press("Control+k");
    await expect(option(page, new RegExp(`^${say("admin:nav.expiry")}`))).toBeVisible();
    await field.fill("alice@kapok.example");
    await expect(option(page, /^Mei Yi Chan/)).toBeVisible();
    await audit(page, `${language} search with a member`);
    // The groups of results arrive one after the other, and this is the last line of all.
    await expect(page.getByRole("option").last()).toHaveText(/alice@kapok\.example/);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option", { selected: true })).toHaveText(/alice@kapok\.example/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(title(page, "Mei Yi Chan")).toBeVisible();
  });
});

inEachLanguage((language) => {
  test("the search finds an announcement and a colleague", async ({ page, say, server }) => {
    const name = `Kites over the harbour ${language}`;
    const id = await newAnnouncement(server, name);
    await signIn(page, say, OWNER, adminPaths.account);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: say("adminFind:label") });
    await field.fill(`harbour ${language}`);
    await option(page, `${name} ${say("adminFind:announcement")}`).click();
    await expect(page).toHaveURL(new RegExp(recordPath(adminPaths.announcements, id)));

    await page.keyboard.press("Control+k");
    await field.fill("operator@kapok");
    await expect(option(page, /operator@kapok\.example/)).toBeVisible();
    await audit(page, `search with a colleague, ${language}`);
    await option(page, /operator@kapok\.example/).click();
    await expect(page).toHaveURL(/tab=staff&person=/);
    const drawer = page.getByRole("dialog");
    await expect(drawer.getByText(OPERATOR, { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).not.toHaveURL(/person=/);

    // The list is whole in the browser, and its heads sort it, by the keyboard too.
    const head = page.getByRole("columnheader", { name: say("adminSettings:staff.name"), exact: true });
    const names = page.getByRole("table", { name: say("adminSettings:staff.title") });
    const shown = () => names.locator("tbody td:first-child button").allTextContents();
    await head.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "ascending");
    const ascending = await shown();
    await audit(page, `colleagues by name, ${language}`);
    await page.keyboard.press("Enter");
    await expect(head).toHaveAttribute("aria-sort", "descending");
    await expect(page).toHaveURL(/sort=-name/);
    expect(await shown()).toEqual([...ascending].reverse());
    await page.keyboard.press("Enter");
    await expect(head).not.toHaveAttribute("aria-sort", /./);
  });
});

test("the search says that it found nothing, and Esc gives the focus back", async ({ page, say }) => {
  await signIn(page, say, OPERATOR, adminPaths.dashboard);
  const open = page.getByRole("button", { name: new RegExp(`^${say("admin:find.open")}`) });
  await open.click();
  const field = page.getByRole("combobox", { name: say("adminFind:label") });
  await field.fill("zzqx");
  await expect(page.getByText(say("adminFind:none", { q: "zzqx" }))).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  await expect(open).toBeFocused();
});

test("a role finds only what it may open", async ({ page, say }) => {
  await signIn(page, say, OPERATOR, adminPaths.dashboard);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: say("adminFind:label") }).fill(say("adminSettings:keys.title"));
  await expect(page.getByText(say("adminFind:noneLine"))).toBeVisible();
});

test("the menu opens one group and shows the page in it", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.carbon);
  const programme = button(page, say("admin:groups.programme"));
  await expect(programme).toHaveAttribute("aria-expanded", "true");
  await expect(link(page, say("admin:nav.carbon"))).toHaveAttribute("aria-current", "page");
  await goTo(page, say, "watch", "audit");
  await expect(programme).toHaveAttribute("aria-expanded", "false");
  await expect(title(page, say("adminAudit:title"))).toBeVisible();
  await audit(page, "the menu with an open group");
});

test("on a tablet a group opens beside the rail", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.dashboard);
  await page.setViewportSize({ width: 1024, height: 768 });
  await button(page, say("admin:groups.programme")).click();
  const sheet = page.getByRole("dialog", { name: say("admin:groups.programme") });
  await audit(page, "a group beside the rail");
  await link(sheet, say("admin:nav.goals")).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${adminPaths.goals}$`));
});

test("a phone opens the search from its bar", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.account);
  await page.setViewportSize({ width: 390, height: 844 });
  await button(page, say("admin:find.open")).click();
  await page.getByRole("combobox", { name: say("adminFind:label") }).fill(say("admin:nav.carbon"));
  await audit(page, "the search on a phone");
  await option(page, `${say("admin:nav.carbon")} ${say("admin:groups.programme")}`).click();
  await expect(page).toHaveURL(new RegExp(`${adminPaths.carbon}$`));
});
