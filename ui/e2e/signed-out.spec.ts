import type { BrowserContext, Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button, heading, link, logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { expectBalance, typeCode } from "./support/journey";
import { CAMPAIGN_CODE, newMember } from "./support/people";
import type { Say } from "./support/words";

const BOOKS = "HK$30 second-hand books";

/** The session ends behind the app's back, as that call is sent; nothing but the way in is to be seen. */
async function endWith(
  page: Page,
  context: BrowserContext,
  call: string,
  act: () => Promise<void>,
  say: Say,
) {
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
  await page.route(call, async (route) => {
    await context.clearCookies();
    await route.fallback();
  });
  await act();
  await expect(button(page, say("login:submit"))).toBeVisible();
  await expect(page).toHaveURL(paths.login);
  expect(seen).not.toContain(paths.message);
  await page.unroute(call);
}

test("a session that ends during a purchase leads to log in, and the purchase can be made after it", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server, { points: 800 });
  await logIn(page, say, member.email);
  const buy = async () => {
    await page.goto(paths.redeem);
    await button(page, `${BOOKS} 800 points`).click();
    await button(page.getByRole("dialog"), say("redeem:redeem")).click();
    await button(page.getByRole("alertdialog"), say("redeem:confirm.confirm")).click();
  };
  await endWith(page, context, "**/api/redeem/purchase/*", buy, say);
  await logIn(page, say, member.email);
  await buy();
  await expect(heading(page, say("redeem:result.done.title"))).toBeVisible();
  await expectBalance(page, 0);
});

test("a session that ends during a scan leads to log in, and the code is kept", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await endWith(page, context, "**/api/redeem/scanQR", () => typeCode(page, say, CAMPAIGN_CODE), say);
  await logIn(page, say, member.email);
  await link(page, say("home:scan")).click();
  await expect(heading(page, say("scan:notYet"))).toBeVisible();
  await button(page, say("tryAgain")).click();
  await expect(heading(page, say("scan:success"))).toBeVisible();
  await link(page, say("scan:home")).click();
  await expectBalance(page, 50);
});
