import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";
import { readFromScreen } from "./support/qr";

/** Holds back one of Home's lists; the returned function releases it. */
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

test("slow news delay the lists below and move nothing", async ({ page, say }) => {
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

test("slow activities keep their place below the news", async ({ page, say }) => {
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

test("a large screen names the programme and shows a QR code for phones", async ({ page, say, server }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(paths.login);
  const beside = page.getByRole("complementary", { name: say("beside:label", { programme: "Kapok" }) });
  expect(await readFromScreen(beside.getByRole("img"))).toBe(server.url);
  await audit(page, "a large screen");
  await page.setViewportSize({ width: 1000, height: 900 });
  await expect(beside).toHaveCount(0);
});

test("once carbon is switched off, Home does not ask for the tree again", async ({ page, say }) => {
  await page.clock.install();
  await logIn(page, say, ALICE.email);
  const tree = page.locator(`a[href="${paths.carbon}"]`);
  // A card whose answer comes after the news waits for the next visit, so that nothing shifts.
  await expect(async () => {
    await page.goto(paths.home);
    await page.clock.fastForward(5_000);
    await expect(tree).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await link(page, say("shell:nav.redeem")).click();
  let asked = 0;
  await page.route("**/api/carbon/tree*", async (route) => {
    asked += 1;
    await route.continue();
  });
  await page.route("**/api/auth/getUserInfo", async (route) => {
    const response = await route.fetch();
    const { carbon: _, ...user } = await response.json();
    await route.fulfill({ response, json: user });
  });
  await page.clock.fastForward(60_000);
  const told = page.waitForResponse("**/api/auth/getUserInfo");
  await link(page, say("shell:nav.home")).click();
  await told;
  await expect(tree).toHaveCount(0);
  expect(asked).toBe(0);
});
