import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, secret, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { seeTutorial } from "./support/journey";
import { ALICE, codeFor, newMember, newPhone, PASSWORD } from "./support/people";
import { readFromScreen } from "./support/qr";
import { refusalIn } from "./support/words";

const NEW = "Silk-floss-99";

inOneLanguage("zhhk", (language) => {
  test("a member changes their name and adds a phone number, which they can then log in with", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(400, "/api/auth/updateUser");
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await link(page, say("nav.me")).click();
    await link(page, say("profile:edit")).click();
    const first = page.getByRole("textbox", { name: say("edit:firstName") });
    await first.fill("");
    await button(page, say("edit:saveName")).click();
    await expect(first).toHaveAccessibleDescription(say("edit:errors.firstNameRequired"));
    await audit(page, "edit profile with an error");
    // Markup, control characters and addresses are refused; the input stays, so that it can be corrected.
    for (const disguised of ["<b>Siu</b>", "Siu\u202Egnim", "kapok.example"]) {
      await first.fill(disguised);
      await button(page, say("edit:saveName")).click();
      await expect(first).toHaveAccessibleDescription(refusalIn(language, "invalid_name"));
      await expect(first).toHaveValue(disguised);
    }
    await first.fill("Siu Ming");
    await button(page, say("edit:saveName")).click();
    await expect(page).toHaveURL(paths.profile);
    await expect(heading(page, "Siu Ming Lau")).toBeVisible();
    await expect(page.getByText(say("edit:nameSaved"))).toBeVisible();
    await audit(page, "a toast");

    const phone = newPhone();
    await page.goto(paths.edit);
    await button(page, say("edit:add")).click();
    const number = page.getByRole("textbox", { name: say("account:phone"), exact: true });
    await expect(number).toBeFocused();
    await number.fill(phone);
    await button(page, say("account:send")).click();
    await page.getByRole("textbox", { name: say("account:code.phone") }).fill(await codeFor(server, phone));
    await expect(page.getByText(say("edit:added.phone"))).toBeVisible();
    await audit(page, "a phone number added");
    await page.goto(paths.profile);
    await button(page, say("profile:logOut")).click();
    await expect(page).toHaveURL(paths.login);
    await logIn(page, say, phone);
    await expect(heading(page, "Siu Ming")).toBeVisible();
  });
});

test("a member changes their password, and other phones are logged out", async ({
  page,
  say,
  server,
  anotherPhone,
  watch,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  const other = await anotherPhone();
  await logIn(other, say, member.email);
  await logIn(page, say, member.email);
  await page.goto(paths.edit);
  const save = button(page, say("edit:savePassword"));
  await secret(page, say("edit:newPassword")).fill("weak");
  await secret(page, say("edit:retype")).fill("weak");
  await save.click();
  await expect(page.getByText(say("account:errors.weakPassword"))).toBeVisible();
  await audit(page, "a weak password");
  await secret(page, say("edit:newPassword")).fill(NEW);
  await expect(save).toBeDisabled();
  await secret(page, say("edit:retype")).fill(NEW);
  await save.click();
  await expect(page.getByText(say("edit:passwordSaved"))).toBeVisible();
  // The phone may know already, and then shows no tab bar.
  await other.goto(paths.explorer);
  await expect(other).toHaveURL(paths.login);
  await page.reload();
  await expect(page).toHaveURL(paths.profile);
});

test("the codes on the profile hold the member's number, and tills can read them", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server, { points: 12_480 });
  await logIn(page, say, member.email);
  await page.goto(paths.profile);
  expect(await readFromScreen(page.getByRole("img", { name: say("profile:qr") }))).toBe(member.shortId);
  await expect(stencil(page, "12,480")).toBeVisible();
});

test("a liked article is listed under Saved until it is unliked", async ({ page, say, server }) => {
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
  const like = page.getByRole("button", { name: say("article:like"), exact: true });
  // The previous screen has a title too, while it is still shown.
  await expect(like).toBeVisible();
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await like.click();
  const liked = page.getByRole("button", { name: say("article:liked"), exact: true });
  await expect(liked).toHaveAttribute("aria-pressed", "true");
  await page.goto(paths.saved);
  await page.getByRole("tab", { name: say("saved:likes") }).click();
  await link(page, title).click();
  await liked.click();
  await expect(like).toBeVisible();
  await page.goto(paths.saved);
  // The tab that was open before is open again.
  await expect(heading(page, say("saved:noLikesTitle"))).toBeVisible();
});

test("a read message in the inbox is no longer unread", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 10 });
  await logIn(page, say, member.email);
  await page.getByRole("link", { name: new RegExp(`^${say("home:notifications")}, \\d`) }).click();
  await expect(page.getByText(say("notifications:unread")).first()).toBeAttached();
  await audit(page, "unread notifications");
  // The keys must scroll the list itself, wherever its links are.
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 375, height: 260 });
  await audit(page, "more notifications than the screen holds");
  if (usual) await page.setViewportSize(usual);
  await button(page, say("back")).click();
  await expect(link(page, say("home:notifications"))).toBeVisible();
});

test("notifications say when they came, open what they are about, and are marked as read together", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server, { points: 10 });
  await logIn(page, say, member.email);
  await page.getByRole("link", { name: new RegExp(`^${say("home:notifications")}, \\d`) }).click();
  const today = say("notifications:today");
  await expect(heading(page, say("notifications:withUnread", { day: today, count: 2 }))).toBeVisible();
  await button(page, say("notifications:markAll")).click();
  await expect(heading(page, today)).toBeVisible();
  await expect(page.getByText(say("notifications:unread"))).toHaveCount(0);
  await expect(button(page, say("notifications:markAll"))).toHaveCount(0);
  await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(paths.points);
  await button(page, say("back")).click();
  await expect(heading(page, today)).toBeVisible();
});

test("a partner's shop opens in a new tab", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.explorer);
  await link(page, "Nine Hills Coffee").click();
  const shop = page.getByRole("link", { name: say("partner:shop") });
  await expect(shop).toHaveAttribute("target", "_blank");
  await expect(shop).toHaveAttribute("rel", /noopener/);
  await expect(shop).toHaveAttribute("href", /^https:/);
  await button(page, say("close")).click();
  await expect(page).toHaveURL(paths.home);
});

test("the tutorial is shown once to a new member, and Esc closes it", async ({ page, say, server }) => {
  const member = await newMember(server, { tutorial: true });
  await logIn(page, say, member.email, PASSWORD);
  await seeTutorial(page, say);
  await page.reload();
  await expect(heading(page, say("home:news"))).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
