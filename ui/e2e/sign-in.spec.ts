import { paths } from "../src/shared/paths";
import { button, fillLogin, heading, link, logIn, logInRemembered } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { ALICE, newMember, PASSWORD } from "./support/people";

inOneLanguage("zhhk", () => {
  test("a mistyped sign-in shows which field is wrong", async ({ page, say, watch }) => {
    watch.expectStatus(401, "/api/auth/login");
    await page.goto(paths.login);
    await button(page, say("login:submit")).click();
    const identifier = page.getByRole("textbox", { name: say("login:identifier") });
    await expect(identifier).toBeFocused();
    await expect(identifier).toHaveAccessibleDescription(say("login:errors.userIdentifierRequired"));
    await expect(page.getByText(say("login:errors.passwordRequired"))).toBeVisible();
    await audit(page, "log in with errors");

    await fillLogin(page, say, "not an identifier", PASSWORD);
    await expect(identifier).toHaveAccessibleDescription(say("login:errors.invalidUserIdentifier"));

    // Both answers are the same, so that they do not show who is a member.
    await fillLogin(page, say, "nobody@kapok.example", PASSWORD);
    const refusal = page.getByRole("alert");
    await expect(refusal).not.toBeEmpty();
    const words = await refusal.textContent();
    await fillLogin(page, say, ALICE.email, "Wrong-password-1");
    await expect(refusal).toHaveText(words ?? "");
    await audit(page, "a refused sign-in");
  });
});

test("an identifier is remembered when asked, a password never", async ({ page, say }) => {
  await logInRemembered(page, say, "6123 4567");
  await page.goto(paths.profile);
  await button(page, say("profile:logOut")).click();
  await expect(page).toHaveURL(paths.login);
  await expect(page.getByRole("textbox", { name: say("login:identifier") })).toHaveValue("6123 4567");
  await expect(page.getByText(say("account:left.ended"))).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(PASSWORD);
});

const GUARDED = [
  paths.home,
  paths.explorer,
  paths.rewards,
  paths.redeem,
  paths.saved,
  paths.edit,
  paths.settings,
  paths.guide,
  paths.profile,
  paths.points,
  paths.transfer,
  paths.notifications,
  paths.scan,
  paths.article.replace(":id", "any"),
  paths.partner.replace(":id", "any"),
];

test("every guarded screen sends a visitor to log in, and no open one does", async ({ page, say, watch }) => {
  watch.expectStatus(400, "/api/auth/checkResetToken");
  for (const path of GUARDED) {
    await page.goto(path);
    await expect(page, path).toHaveURL(paths.login);
  }
  for (const path of [paths.forgot, paths.signup, paths.message, paths.privacy, "/resetPassword/any"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(page, path).not.toHaveURL(paths.login);
  }
  await page.goto("/nothing-of-this-name");
  await expect(heading(page, say("message:lost.heading"))).toBeVisible();
  await audit(page, "an address that nothing has");
  await link(page, say("message:home")).click();
  await expect(page).toHaveURL(paths.login);
});

test("a member who goes offline stays on the screen with a note until online again", async ({
  page,
  say,
  watch,
  context,
}) => {
  watch.expectCutLine();
  await logIn(page, say, ALICE.email);
  await expect(heading(page, say("home:news"))).toBeVisible();
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
  await link(page, say("nav.home")).click();
  await context.setOffline(true);
  await link(page, say("nav.explore")).click();
  await expect(page.getByText(say("offline"))).toBeVisible();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
  await expect(page).toHaveURL(paths.explorer);
  await audit(page, "offline");
  await context.setOffline(false);
  await expect(page.getByText(say("offline"))).toHaveCount(0);
  await expect(page).toHaveURL(paths.explorer);
});

test("an expired access token is renewed without a message", async ({ page, say, context, watch }) => {
  watch.expectStatus(401, "/api/");
  await logIn(page, say, ALICE.email);
  await expect(heading(page, say("home:news"))).toBeVisible();
  const access = async () => (await context.cookies()).find(({ name }) => name === "accessToken")?.value;
  const before = await access();
  await context.clearCookies({ name: "accessToken" });
  await link(page, say("nav.redeem")).click();
  await expect(heading(page, say("redeem:coupons"))).toBeVisible();
  await expect.poll(access).toBeTruthy();
  expect(await access()).not.toBe(before);
});

inOneLanguage("zh", () => {
  test("an ended session leads to log in with a note and a way back", async ({
    page,
    say,
    context,
    watch,
  }) => {
    watch.expectStatus(401, "/api/");
    await logIn(page, say, ALICE.email);
    // The app may notice the end before a click; after the log in it returns to the current screen.
    await link(page, say("nav.redeem")).click();
    await expect(heading(page, say("redeem:coupons"))).toBeVisible();
    await context.clearCookies();
    await page.reload();
    await expect(page).toHaveURL(paths.login);
    const note = page.getByRole("alert").filter({ hasText: say("account:left.ended") });
    await expect(note).toBeVisible();
    await audit(page, "log in after a session has ended");
    await page.reload();
    await expect(note).toBeVisible();

    await fillLogin(page, say, ALICE.email, PASSWORD);
    await expect(heading(page, say("home:news"))).toBeVisible();
    await expect(page).toHaveURL(paths.home);
    await expect(page.getByText(say("account:left.asked"))).toBeVisible();
    await audit(page, "the way back after log in");
    await button(page, say("account:left.open")).click();
    await expect(heading(page, say("redeem:coupons"))).toBeVisible();
    await expect(page.getByText(say("account:left.asked"))).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(paths.home);
  });
});

test("a visitor who followed a link gets there after log in, without a session note", async ({
  page,
  say,
}) => {
  await page.goto(paths.points);
  await expect(page).toHaveURL(paths.login);
  await fillLogin(page, say, ALICE.email, PASSWORD);
  await expect(page).toHaveURL(paths.home);
  await button(page, say("account:left.open")).click();
  await expect(page).toHaveURL(paths.points);
});

test("a refusal by the server is not shown as offline", async ({ page, say, watch }) => {
  watch.expectStatus(429, "/api/auth/checkAuthToken");
  await logIn(page, say, ALICE.email);
  await expect(heading(page, say("home:news"))).toBeVisible();
  const told = { status: 429, code: "rate_limited", message: "Too many requests. Wait a minute." };
  await page.route("**/api/auth/checkAuthToken", (route) =>
    route.fulfill({ status: 429, contentType: "application/problem+json", json: told }),
  );
  await link(page, say("nav.explore")).click();
  await expect(heading(page, say("explorer:title"))).toBeVisible();
  await expect(page.getByText(told.message)).toBeVisible();
  await expect(page.getByText(say("offline"))).toHaveCount(0);
  // The text of a proxy's error page is not shown.
  await page.route("**/api/auth/checkAuthToken", (route) => route.fulfill({ status: 429, body: "<html>" }));
  await link(page, say("nav.home")).click();
  await expect(page.getByText(say("failedTitle"))).toBeVisible();
  await expect(page.getByText(say("offline"))).toHaveCount(0);
});

test("the next member on the same phone sees no data of the previous one", async ({ page, say, server }) => {
  const first = await newMember(server, { points: 777 });
  const second = await newMember(server);
  await logIn(page, say, first.email);
  await expect(page.getByRole("img", { name: "777", exact: true })).toBeVisible();
  await link(page, say("nav.me")).click();
  await button(page, say("profile:logOut")).click();
  await expect(page).toHaveURL(paths.login);
  await page.goBack();
  await expect(page).toHaveURL(paths.login);
  await logIn(page, say, second.email);
  await expect(page.getByRole("img", { name: "0", exact: true })).toBeVisible();
  await page.goto(paths.points);
  await expect(page.getByText(say("points:emptyTitle"))).toBeVisible();
});
