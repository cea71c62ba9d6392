import { expect, type Page } from "@playwright/test";
import type { Entry, GroupKey } from "../../src/admin/entry/frame/nav";
import { adminPaths } from "../../src/admin/paths";
import { button, secret } from "./app";
import { PASSWORD } from "./people";
import type { Say } from "./words";

export const OPERATOR = "operator@kapok.example";
export const OWNER = "owner@kapok.example";

/** The window size of the admin app. */
export const ADMIN_WINDOW = { viewport: { width: 1280, height: 900 }, hasTouch: false };

/** Signs a staff member in with the form. */
export async function signIn(page: Page, say: Say, email: string, path: string = adminPaths.home) {
  await page.goto(path);
  await page.getByLabel(new RegExp(`^${say("admin:signIn.email")}`)).fill(email);
  await secret(page, say("admin:signIn.password")).fill(PASSWORD);
  await button(page, say("admin:signIn.submit")).click();
  await expect(page.getByRole("navigation", { name: say("admin:frame.nav") })).toBeVisible();
}

/** Opens a page by the menu. Its groups are closed at first; a group of one page is a link. */
export async function goTo(page: Page, say: Say, group: GroupKey, entry: Entry["key"]) {
  const menu = page.getByRole("navigation", { name: say("admin:frame.nav") });
  const heading = menu.getByRole("button", { name: new RegExp(`^${say(`admin:groups.${group}`)}`) });
  const closed = menu.locator("[aria-expanded=false]").and(heading);
  if ((await closed.count()) > 0) await closed.click();
  await menu.getByRole("link", { name: new RegExp(`^${say(`admin:nav.${entry}`)}`) }).click();
}

/** The screen's title; a preview may have the same text. */
export const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });

export const field = (page: Page, label: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${label}`) });

/** Opens the English tab of a record; an editor opens in the language of the admin app. */
export const inEnglish = (page: Page) => page.getByRole("tab", { name: /^English/ }).click();

/** Publishes the open record at once, with English as fallback for missing languages on request. */
export async function publish(page: Page, say: Say, { inEnglish = false } = {}) {
  await button(page, say("adminContent:publish.open")).click();
  if (inEnglish) await page.getByRole("checkbox", { name: say("adminContent:publish.useEnglish") }).check();
  await button(page.getByRole("dialog"), say("adminContent:publish.now")).click();
  await expect(page.getByText(say("adminContent:standing.published"))).toBeVisible();
}
