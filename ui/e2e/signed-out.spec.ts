import type { BrowserContext, Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, secret } from "./support/app";
import { expect, test } from "./support/fixtures";
import { expectBalance, typeCode } from "./support/journey";
import { CAMPAIGN_CODE, newMember, newPhone, PASSWORD } from "./support/people";
import type { Say } from "./support/words";

const BOOKS = "HK$30 second-hand books";

/** Ends the session when that call is sent, and expects log in without a message page in between. */
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

test("a session that ends during a scan leads to the log in and keeps the code", async ({
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

/** All session storage of this tab. */
const keptInTab = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

test("a session that ends while the profile is edited restores the input, but no password", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  const phone = newPhone();
  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  const first = page.getByRole("textbox", { name: say("edit:firstName") });
  const number = page.getByRole("textbox", { name: say("account:phone"), exact: true });
  const edit = async () => {
    await first.fill("Siu Ming");
    await secret(page, say("edit:newPassword")).fill(`${PASSWORD}-new`);
    await button(page, say("edit:add")).click();
    await number.fill(phone);
    await button(page, say("edit:saveName")).click();
  };
  await endWith(page, context, "**/api/auth/updateUser", edit, say);
  await expect(page.getByText(say("account:left.ended"))).toBeVisible();
  expect(await keptInTab(page)).not.toContain(`${PASSWORD}-new`);

  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  await expect(first).toHaveValue("Siu Ming");
  await expect(page.getByText(say("edit:typedBefore"))).toBeVisible();
  await expect(number).toHaveValue(phone.replace(/^(....)/, "$1 "));
  await expect(secret(page, say("edit:newPassword"))).toHaveValue("");
  await button(page, say("edit:saveName")).click();
  await expect(heading(page, "Siu Ming Lau")).toBeVisible();
  await expect.poll(() => keptInTab(page)).not.toContain(phone);
});

test("a member's drafts are removed when another member signs in or they log out elsewhere", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectStatus(401, "/api/");
  const [member, other] = [await newMember(server), await newMember(server)];
  const first = page.getByRole("textbox", { name: say("edit:firstName") });
  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  const edit = async () => {
    await first.fill("Siu Ming");
    await button(page, say("edit:saveName")).click();
  };
  await endWith(page, context, "**/api/auth/updateUser", edit, say);
  await logIn(page, say, other.email);
  await expect.poll(() => keptInTab(page)).not.toContain("Siu Ming");
  await page.goto(paths.edit);
  await expect(first).toHaveValue("Ka Yan");

  await first.fill("Siu Man");
  await expect.poll(() => keptInTab(page)).toContain("Siu Man");
  const beside = await context.newPage();
  await beside.goto(paths.profile);
  await button(beside, say("profile:logOut")).click();
  await expect(beside).toHaveURL(paths.login);
  await expect(page).toHaveURL(paths.login);
  await expect.poll(() => keptInTab(page)).not.toContain("Siu Man");
});

test("a session that runs out in one tab keeps the input in another", async ({
  page,
  say,
  server,
  watch,
  context,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  const first = page.getByRole("textbox", { name: say("edit:firstName") });
  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  await first.fill("Siu Ming");
  await expect.poll(() => keptInTab(page)).toContain("Siu Ming");

  const beside = await context.newPage();
  await beside.goto(paths.home);
  await link(beside, say("nav.me")).click();
  await endWith(beside, context, "**/api/**", () => link(beside, say("nav.redeem")).click(), say);
  await page.bringToFront();
  await expect(page).toHaveURL(paths.login);
  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  await expect(first).toHaveValue("Siu Ming");
});

test("a reload during sign-up or password recovery keeps the input", async ({ page, say, server }) => {
  const { referralCode } = await newMember(server);
  await page.goto(`${paths.signup}?referralcode=${referralCode}`);
  await page.getByRole("textbox", { name: say("signup:firstName") }).fill("Ka Yan");
  await page.getByRole("textbox", { name: say("signup:lastName") }).fill("Lau");
  for (const field of ["signup:password", "signup:confirm"] as const)
    await secret(page, say(field)).fill(PASSWORD);
  await button(page, say("signup:continue")).click();
  await page.getByRole("textbox", { name: say("account:email"), exact: true }).fill("mei@kapok.example");
  await expect.poll(() => keptInTab(page)).toContain("mei@kapok.example");
  await page.reload();
  await expect(page.getByRole("textbox", { name: say("signup:firstName") })).toHaveValue("Ka Yan");
  await expect(page.getByRole("textbox", { name: say("signup:referralCode") })).toHaveValue(referralCode);
  await expect(secret(page, say("signup:password"))).toHaveValue("");
  expect(await keptInTab(page)).not.toContain(PASSWORD);
  for (const field of ["signup:password", "signup:confirm"] as const)
    await secret(page, say(field)).fill(PASSWORD);
  await button(page, say("signup:continue")).click();
  await expect(page.getByRole("textbox", { name: say("account:email"), exact: true })).toHaveValue(
    "mei@kapok.example",
  );

  await page.goto(paths.forgot);
  await page.getByRole("tab", { name: say("forgot:byPhone") }).click();
  const number = page.getByRole("textbox", { name: say("account:phone"), exact: true });
  await number.fill("61234567");
  await expect.poll(() => keptInTab(page)).toContain("6123");
  await page.reload();
  await expect(number).toHaveValue("6123 4567");
  // A visitor who leaves the form gives up the draft.
  await link(page, say("forgot:done.login")).click();
  await expect(button(page, say("login:submit"))).toBeVisible();
  expect(await keptInTab(page)).not.toContain("6123");
});

test("a half-typed code survives a reload", async ({ page, say, server }) => {
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await link(page, say("home:scan")).click();
  await button(page, say("scan:type")).click();
  const code = page.getByRole("textbox", { name: say("scan:typeLabel") });
  await code.fill("KAPOK-DE");
  await page.reload();
  await expect(code).toHaveValue("KAPOK-DE");
  await code.fill(CAMPAIGN_CODE);
  await button(page, say("scan:useCode")).click();
  await expect(heading(page, say("scan:success"))).toBeVisible();
  expect(await keptInTab(page)).not.toContain(CAMPAIGN_CODE);
});
