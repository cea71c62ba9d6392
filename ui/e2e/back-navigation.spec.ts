import type { Page, Route } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";

const main = (page: Page) => page.locator("main");
const top = (page: Page) => main(page).evaluate((element) => element.scrollTop);

/** The code that restores scroll positions loads after the first screen. */
const watching = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /scrollPositions-/.test(name)),
  );

test("the back button restores the scroll position of the previous screen", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await watching(page);
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeFocused();
  const last = main(page).getByRole("link").last();
  await last.focus();
  await last.scrollIntoViewIfNeeded();
  const place = await top(page);
  expect(place).toBeGreaterThan(100);
  const name = (await last.locator("b").textContent()) ?? "";
  await last.press("Enter");
  await expect(heading(page, name)).toBeVisible();
  expect(await top(page)).toBe(0);

  await page.goBack();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
  expect(await top(page)).toBe(place);
  await expect(last).toBeFocused();

  // A new visit starts at the top.
  await link(page, say("nav.home")).click();
  await expect(main(page).locator("ul").first()).toBeVisible();
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeFocused();
  expect(await top(page)).toBe(0);
});

test("carousels keep their scroll position", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await watching(page);
  const rails = main(page).locator("ul");
  // The second carousel is drawn once the first is complete. Its last card could be another one before.
  await expect(rails.nth(1)).toBeVisible();
  const rail = rails.first();
  await rail.getByRole("link").last().click();
  await expect(page).toHaveURL(/article/);
  await page.goBack();
  await expect(rail).toBeVisible();
  await expect(rail.getByRole("link").last()).toBeInViewport();
  await expect(rail.getByRole("link").last()).toBeFocused();
});

test("a list of several pages is restored in full, at its scroll position", async ({ page, say }) => {
  await page.route("**/api/transaction/listMyTransactions?limit=30*", (route) =>
    route.continue({ url: route.request().url().replace("limit=30", "limit=8") }),
  );
  await logIn(page, say, ALICE.email);
  await watching(page);
  await page.goto(paths.points);
  await watching(page);
  const rows = main(page).getByRole("listitem");
  await button(page, say("points:more")).click();
  await expect(rows.nth(9)).toBeVisible();
  await rows.nth(9).scrollIntoViewIfNeeded();
  const place = await top(page);
  expect(place).toBeGreaterThan(0);
  await link(page, say("nav.me")).click();
  await expect(page).toHaveURL(paths.profile);
  await expect(button(page, say("profile:logOut"))).toBeVisible();
  await page.goBack();
  await expect(rows.nth(9)).toBeInViewport();
  expect(await top(page)).toBe(place);
});

test("closing the scanner goes back and opens no second Home screen", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
  await link(page, say("nav.home")).click();
  await link(page, say("home:scan")).click();
  await expect(page.getByText(say("scan:hint"))).toBeVisible();
  await button(page, say("close")).click();
  await expect(link(page, say("home:scan"))).toBeVisible();
  await page.goBack();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
});

test.describe("a screen whose chunk is slow", () => {
  // A service worker that takes over would bypass the test's routes.
  test.use({ serviceWorkers: "block" });

  test("the back button works before the next screen has loaded", async ({ page, say }) => {
    await logIn(page, say, ALICE.email);
    let release = (_: Route) => {};
    const held = new Promise<Route>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/ArticleScreen-*.js", (route) => release(route));
    const rail = main(page).locator("ul").first();
    await rail.getByRole("link").first().click();
    await expect(page).toHaveURL(/article/);
    await expect(main(page).locator("[aria-busy=true]")).toBeVisible();
    await page.goBack();
    await expect(rail.getByRole("link").first()).toBeFocused();
    const late = page.waitForResponse(/ArticleScreen-/);
    await (await held).continue();
    await late;
    await expect(rail).toBeVisible();
    await rail.getByRole("link").first().click();
    await expect(main(page).locator("article")).toBeVisible();
  });

  test("a screen that failed to load has a back button, where the tab bar is hidden too", async ({
    page,
    say,
    watch,
  }) => {
    watch.expectCutLine();
    await logIn(page, say, ALICE.email);
    await page.route("**/assets/ArticleScreen-*.js", (route) => route.abort());
    const story = main(page).getByRole("listitem").first().getByRole("link");
    await story.click();
    await expect(heading(page, say("failedTitle"))).toBeVisible();
    await expect(link(page, say("nav.explore"))).toHaveCount(0);
    await expect(button(page, say("back"))).toBeVisible();
    await link(page, say("nav.home")).click();
    await expect(story).toBeVisible();
  });
});
