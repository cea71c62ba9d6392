import type { Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { ALICE } from "./support/people";

/** Drags the sheet slowly down by that many pixels and releases it. */
async function pull(page: Page, below: number) {
  const picture = page.getByRole("dialog").locator("img").first();
  await expect(picture).toBeVisible();
  const box = await picture.boundingBox();
  if (!box) throw new Error("the picture is out of sight");
  const [x, y] = [box.x + box.width / 3, box.y + 40];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + below, { steps: 20 });
  // The sheet must be at rest, because a fast release would close it.
  await expect(async () => {
    expect((await picture.boundingBox())?.y).toBeCloseTo(box.y + below, 0);
  }).toPass();
}

test("a sheet closes when it is pulled down and returns when it is released early", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.redeem);
  await page.getByRole("button", { name: /1,800/ }).first().click();
  const sheet = page.getByRole("dialog");
  const picture = sheet.locator("img").first();
  await expect(picture).toBeVisible();
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const before = (await picture.boundingBox())?.y;
  await pull(page, 12);
  await page.mouse.up();
  await expect(async () => expect((await picture.boundingBox())?.y).toBe(before)).toPass();
  await pull(page, 300);
  await page.mouse.up();
  await expect(sheet).toHaveCount(0);
});
