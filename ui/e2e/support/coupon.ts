import { expect, type Page } from "@playwright/test";
import { button, link, logIn } from "./app";
import { redeem } from "./journey";
import { newMember } from "./people";
import type { Server } from "./server";
import type { Say } from "./words";

/** A coupon of the demo that shows a bar code. */
export const BOOKS = "HK$30 second-hand books";

/** A member on their list of coupons, with one unopened coupon. */
export async function withCoupon(page: Page, say: Say, server: Server) {
  const member = await newMember(server, { points: 800 });
  await logIn(page, say, member.email);
  await redeem(page, say, `${BOOKS} 800 points`);
  await link(page, say("redeem:result.done.button")).click();
  await expect(page.getByRole("button", { name: BOOKS })).toBeVisible();
  return member;
}

/** Opens that coupon, as at a counter. */
export async function openBooks(page: Page, say: Say) {
  await page.getByRole("button", { name: BOOKS }).click();
  await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
  await expect(page.getByRole("timer")).toBeVisible();
}
