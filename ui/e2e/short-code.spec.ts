import type { Page } from "@playwright/test";
import { formatShortId } from "../src/i18n/format";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { openTill, scanByKeys } from "./support/counter";
import { expect, test } from "./support/fixtures";
import { redeem } from "./support/journey";
import { newMember, openedCoupon } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

/** A coupon of the demo's merchant with a bar code. */
const BAKERY = "HK$20 bakery coupon";

/** A member whose phone shows that coupon. */
async function withBakeryCoupon(phone: Page, say: Say, server: Server) {
  const member = await newMember(server, { points: 2_000 });
  await logIn(phone, say, member.email);
  await redeem(phone, say, `${BAKERY} 1,200 points`);
  await link(phone, say("redeem:result.done.button")).click();
  await phone.getByRole("button", { name: BAKERY }).click();
  await button(phone.getByRole("alertdialog"), say("rewards:open.open")).click();
  await expect(phone.getByRole("timer")).toBeVisible();
}

/** The code below the bars, as a person reads it. */
async function shortCode(phone: Page): Promise<string> {
  const code = await phone.getByText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/).textContent();
  return (code ?? "").replace(" ", "");
}

async function typeByKeys(till: Page, say: Say, code: string) {
  const keys = till.getByRole("group", { name: say("counter:coupon.keys") });
  for (const sign of code) await keys.getByRole("button", { name: sign, exact: true }).click();
}

test("a short code is typed at the counter, and the member sees at once that it was collected", async ({
  page,
  say,
  server,
  anotherPhone,
}) => {
  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await withBakeryCoupon(phone, say, server);
  const code = await shortCode(phone);
  await openTill(page, say, server);
  await button(page, say("counter:jobs.coupon")).click();
  await button(page, say("counter:coupon.type")).click();
  await audit(page, "keys for a short code");
  await test.step("a wrong character is noticed before the code is sent", async () => {
    await typeByKeys(page, say, code.slice(0, 7) + (code.endsWith("2") ? "3" : "2"));
    await expect(page.getByText(say("counter:coupon.wrongSign"))).toBeVisible();
    await button(page, say("counter:keypad.erase")).click();
    await expect(page.getByText(say("counter:coupon.more", { count: 1 }))).toBeVisible();
  });
  await typeByKeys(page, say, code.slice(7));
  await expect(page.getByText(say("counter:coupon.complete"))).toBeVisible();
  await button(page, say("counter:coupon.check")).click();
  await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
  await expect(phone.getByRole("timer")).toBeVisible();
  await button(page, say("counter:coupon.collect")).click();
  await expect(heading(page, say("counter:verdict.taken.title"))).toBeVisible();
  await expect(phone.getByText(say("rewards:code.collected"), { exact: true })).toBeVisible();
  await expect(phone.getByRole("timer")).toHaveCount(0);
  await audit(phone, "a coupon that the counter collected");
  await button(phone, say("rewards:code.done")).click();
  await expect(phone.getByRole("button", { name: BAKERY })).toHaveAttribute("aria-disabled", "true");
});

test("a scanner at the till needs no button and does not type into fields", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 10_000 });
  const code = await openedCoupon(server, member.email);
  await openTill(page, say, server);
  await scanByKeys(page, member.shortId);
  await expect(page.getByText(formatShortId(member.shortId))).toBeVisible();
  await button(page, say("counter:award.change")).click();
  await button(page, say("counter:jobs.coupon")).click();
  await scanByKeys(page, code);
  await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
});
