import { button, heading, link } from "./support/app";
import { openBooks, withCoupon } from "./support/coupon";
import { expect, test } from "./support/fixtures";

test("closing an open coupon asks for confirmation, however often Esc is pressed", async ({
  page,
  say,
  server,
}) => {
  await withCoupon(page, say, server);
  await openBooks(page, say);
  const question = page.getByRole("alertdialog");
  for (let times = 0; times < 4; times++) {
    await page.keyboard.press("Escape");
    await expect(heading(page, say("rewards:code.title"))).toBeVisible();
  }
  // Each Esc toggles the question, so it may need one more.
  if ((await question.count()) === 0) await page.keyboard.press("Escape");
  await button(question, say("rewards:leave.stay")).click();
  await expect(page.getByRole("timer")).toBeVisible();
  await button(page, say("close")).click();
  await button(question, say("rewards:leave.leave")).click();
  await expect(page.getByRole("timer")).toHaveCount(0);
  await link(page, say("nav.me")).click();
  await expect(page.getByRole("img", { name: say("profile:qr") })).toBeVisible();
});
