import { expect, type Locator, type Page } from "@playwright/test";
import { paths } from "../../src/shared/paths";
import { PASSWORD } from "./people";
import type { Say } from "./words";

/** A password field, which has no role. The label of a required field ends in an asterisk. */
export function secret(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label}( \\*)?$`));
}

export async function fillLogin(page: Page, say: Say, identifier: string, password: string) {
  await page.getByLabel(say("login:identifier"), { exact: true }).fill(identifier);
  await secret(page, say("login:password")).fill(password);
  await page.getByRole("button", { name: say("login:submit"), exact: true }).click();
}

/** Logs in with the form. */
export async function logIn(page: Page, say: Say, identifier: string, password = PASSWORD) {
  await page.goto(paths.login);
  await fillLogin(page, say, identifier, password);
  await expect(page).toHaveURL(paths.home);
}

/** Logs in with the form and "remember me" ticked. */
export async function logInRemembered(page: Page, say: Say, identifier: string) {
  await page.goto(paths.login);
  await page.getByRole("checkbox", { name: say("login:remember") }).check();
  await fillLogin(page, say, identifier, PASSWORD);
  await expect(page).toHaveURL(paths.home);
}

/** A number in the stencil font. */
export function stencil(page: Page | Locator, number: string): Locator {
  return page.getByRole("img", { name: number, exact: true });
}

export function button(page: Page | Locator, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

export function link(page: Page | Locator, name: string): Locator {
  return page.getByRole("link", { name, exact: true });
}

/** A heading of any level. */
export function heading(page: Page | Locator, name: string): Locator {
  return page.getByRole("heading", { name, exact: true });
}

/** One entry of the points history. */
export function movement(page: Page, title: string, change: string): Locator {
  return page.getByRole("listitem").filter({ hasText: title }).filter({ hasText: change });
}

/** Opens Home until it shows a card: cards whose answers come after the news wait for the next visit. */
export async function untilOnHome(page: Page, say: Say, card: Locator) {
  await expect(async () => {
    await link(page, say("shell:nav.redeem")).click();
    await link(page, say("shell:nav.home")).click();
    await expect(card).toBeVisible({ timeout: 3_000 });
  }, "the card on Home").toPass();
}

/** Waits until the offline data holds a text. Without "remember me" this data is in the tab's storage. */
export async function untilKept(page: Page, text: string) {
  const kept = async () =>
    (await (await caches.match("/kept"))?.text()) ?? sessionStorage.getItem("/kept") ?? "";
  await expect.poll(() => page.evaluate(kept), "stored data").toContain(text);
}
