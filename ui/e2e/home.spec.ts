import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { heading, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";

/** Keeps one of Home's lists back; the answer lets it go. */
async function hold(page: Page, type: "news" | "activities"): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  await page.route(`**/api/article/list?type=${type}*`, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("news that are slow push nothing down, and are waited for a second longer", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.clock.install();
  const release = await hold(page, "news");
  const others = page.waitForResponse(/type=activities/);
  await page.goto(paths.home);
  await others;
  const lists = page.getByRole("heading", { level: 2 });
  await page.clock.fastForward(5_000);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(2);
  await expect(lists).toHaveCount(0);
  release();
  await expect(lists).toHaveText([say("home:news"), say("home:activities")]);
});

test("activities that are slow keep their place below the news", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  const release = await hold(page, "activities");
  await page.goto(paths.home);
  const news = heading(page, say("home:news"));
  await expect(news).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(1);
  const before = await news.boundingBox();
  release();
  await expect(heading(page, say("home:activities"))).toBeVisible();
  expect(await news.boundingBox()).toEqual(before);
});
