import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OWNER, signIn } from "./support/admin";
import { button, link } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { changeMeanwhile, decide, invitation, newEmail, newOutlet } from "./support/people";

// The captcha option gives these tests a separate server, because they rename the programme.
test.use({ ...ADMIN_WINDOW, captcha: "altcha" });

test("an owner names the programme, and members see that name", async ({ page, say, anotherPhone }) => {
  await signIn(page, say, OWNER, adminPaths.settings);
  await field(page, say("adminSettings:programme.names.programmeName")).fill("Green Harbour");
  // The form keeps its draft after it was drawn.
  const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
  await expect.poll(kept).toContain("Green Harbour");
  await page.reload();
  await expect(page.getByText(say("adminContent:restored"))).toBeVisible();
  await expect(field(page, say("adminSettings:programme.names.programmeName"))).toHaveValue("Green Harbour");
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  const history = page.getByRole("table", { name: say("adminSettings:history.title") });
  await expect(history.getByText("Green Harbour")).toBeVisible();

  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await phone.goto(paths.login);
  await expect(phone).toHaveTitle(/ · Green Harbour$/);
  await expect(phone.getByText("Green Harbour", { exact: true })).toBeVisible();
});

test("an owner chooses a logo, which stands in place of the name", async ({ page, say, anotherPhone }) => {
  await signIn(page, say, OWNER, adminPaths.settings);
  const logo = page.getByRole("group", { name: say("adminSettings:programme.names.logo"), exact: true });
  await button(logo, say("adminContent:picture.choose")).click();
  const gallery = page.getByRole("dialog");
  await gallery.locator("button:has(img)").first().click();
  await expect(gallery).toBeHidden();
  await audit(page, "the settings with a logo");
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  const name = await field(page, say("adminSettings:programme.names.programmeName")).inputValue();
  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await phone.goto(paths.login);
  const picture = phone.getByRole("img", { name, exact: true });
  await expect(picture).toBeVisible();
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await audit(phone, "the sign-in screen with a logo");

  await button(logo, say("adminContent:picture.remove")).click();
  // The message about the first save may still be on the screen.
  const saved = page.waitForResponse((one) => one.request().method() === "PUT" && one.ok());
  await button(page, say("adminSettings:programme.save")).click();
  await saved;
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  await phone.reload();
  await expect(picture).toHaveCount(0);
});

test("a message text is rewritten, previewed and reset", async ({ page, say, watch }) => {
  watch.expectStatus(400, "/api/admin/settings/texts/sms.code");
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=texts`);
  await page.getByRole("searchbox").fill("sms.code");
  await page.getByRole("button", { name: "{code}" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("No code at all");
  await button(dialog, say("adminSettings:programme.save")).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await dialog.getByRole("textbox").fill("Yours: {code}");
  await button(dialog, say("adminSettings:texts.show")).click();
  await expect(dialog.getByText("Yours: 123456")).toBeVisible();
  await button(dialog, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:texts.saved"))).toBeVisible();
  await page.getByRole("button", { name: "Yours: {code}" }).click();
  await dialog.getByText(say("adminSettings:texts.builtInWords"), { exact: true }).click();
  await audit(page, "a reworded text with the built-in words");
  await button(dialog, say("adminSettings:texts.useThese")).click();
  await expect(dialog.getByRole("textbox")).toHaveValue(/^\{programme\}.*\{code\}/);
  await button(dialog, say("adminSettings:texts.reset")).click();
  await expect(page.getByText(say("adminSettings:texts.wasReset"))).toBeVisible();
});

test("the text of a push message is bounded, rewritten and reset", async ({ page, say, watch }) => {
  watch.expectStatus(400, "/api/admin/settings/texts/push.points_adjusted.title");
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=texts&channel=push`);
  await page.getByRole("searchbox").fill("push.points_adjusted");
  await expect(page.getByRole("row")).toHaveCount(2);
  const title = page.getByRole("button", {
    name: new RegExp(`^${say("adminSettings:texts.parts.title")} `),
  });
  await title.click();
  const dialog = page.getByRole("dialog");
  const words = dialog.getByRole("textbox");
  await expect(dialog.getByText(say("adminSettings:texts.lockedScreen"))).toBeVisible();
  await words.fill("树".repeat(60));
  await expect(words).toHaveAccessibleDescription(
    say("adminSettings:texts.length", { used: "60", longest: "60" }),
  );
  await words.fill("{points} for you");
  await button(dialog, say("adminSettings:programme.save")).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await words.fill("Points changed by {programme}");
  await button(dialog, say("adminSettings:texts.show")).click();
  await audit(page, "a push text with its preview");
  await button(dialog, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:texts.saved"))).toBeVisible();
  await expect(title).toContainText("Points changed by {programme}");
  await title.click();
  await button(dialog, say("adminSettings:texts.reset")).click();
  await expect(page.getByText(say("adminSettings:texts.wasReset"))).toBeVisible();
});

test("message texts stand by event, and the address keeps the channel", async ({ page, say }) => {
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=texts`);
  await page.getByRole("searchbox").fill("card_replaced");
  const row = page.getByRole("row").nth(1);
  await expect(page.getByRole("row")).toHaveCount(2);
  const part = (name: "title" | "body" | "subject") =>
    row.getByRole("button", { name: new RegExp(`^${say(`adminSettings:texts.parts.${name}`)} `) });
  // The inbox and the push message have a title each.
  await expect(part("title")).toHaveCount(2);
  await expect(part("subject")).toHaveCount(1);
  await audit(page, "the messages of one event");
  await page.getByRole("combobox", { name: say("adminSettings:texts.channel") }).selectOption("inbox");
  await expect(part("subject")).toHaveCount(0);
  await page.reload();
  await expect(part("body")).toBeVisible();
  await expect(part("subject")).toHaveCount(0);
  // The filters are left with the tab.
  await page.getByRole("tab", { name: say("adminSettings:staff.title"), exact: true }).click();
  await expect(page).toHaveURL(/\?tab=staff$/);
});

test("the input for a message text outlives another owner's change, and the history has both", async ({
  page,
  say,
  server,
}) => {
  const path = "/api/admin/settings/texts/mail.code.text";
  const open = async () => {
    await page.getByRole("searchbox").fill("mail.code.text");
    // The head and the one event that is left.
    await expect(page.getByRole("row")).toHaveCount(2);
    const part = new RegExp(`^${say("adminSettings:texts.parts.text")} `);
    await page.getByRole("button", { name: part }).click();
  };
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=texts`);
  await open();
  const drawer = page.getByRole("dialog", { name: say("adminSettings:texts.edit") });
  const words = drawer.getByRole("textbox");
  await words.fill("Mine: {code}");
  const theirs = { en: "Theirs: {code}", zh: "他们：{code}", zhhk: "他們：{code}" };
  await changeMeanwhile(server, path, () => ({ text: theirs }));
  await page.reload();
  await open();
  const stale = page.getByRole("dialog", { name: say("adminContent:stale.title") });
  await expect(stale.getByText("Theirs: {code}")).toBeVisible();
  await button(stale, say("adminContent:stale.merge")).click();
  await expect(words).toHaveValue("Mine: {code}");
  await button(drawer, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:texts.saved"))).toBeVisible();
  await open();
  const history = drawer.getByRole("table", { name: say("adminSettings:history.title") });
  await expect(history.getByRole("row").nth(1)).toContainText("Theirs: {code} Mine: {code}");
  await expect(history.getByRole("row").nth(2)).toContainText("他們：{code}");
});

test("an API key shows its outlet, permissions and networks, and its secret once", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectStatus(400, "/api/admin/api-keys");
  const { partner } = await newOutlet(server, "Central");
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=keys`);
  await button(page, say("adminSettings:keys.make")).click();
  const dialog = page.getByRole("dialog");
  await dialog
    .getByRole("textbox", { name: new RegExp(`^${say("adminSettings:keys.name")}`) })
    .fill("Till 7");
  await dialog.getByRole("combobox", { name: say("adminSettings:keys.partner") }).selectOption(partner);
  const outlet = dialog.getByRole("combobox", { name: new RegExp(`^${say("adminSettings:keys.outlet")}`) });
  await outlet.selectOption("Central");
  await dialog.getByRole("checkbox", { name: say("adminSettings:keys.scope.award") }).uncheck();
  const networks = dialog.getByRole("textbox", {
    name: new RegExp(`^${say("adminSettings:keys.networks")}`),
  });
  await networks.fill("203.0.113.7/24");
  await button(dialog, say("adminSettings:keys.make")).click();
  await expect(networks).toHaveAttribute("aria-invalid", "true");
  await expect(outlet.locator("option:checked")).toHaveText("Central");
  await networks.fill("203.0.113.0/24");
  await button(dialog, say("adminSettings:keys.make")).click();
  await expect(page.getByText(/^lyk_/)).toBeVisible();
  await button(page.getByRole("dialog"), say("adminSettings:keys.kept")).click();
  await expect(page.getByText("203.0.113.0/24")).toBeVisible();
  await expect(page.getByText(/^lyk_/)).toHaveCount(0);
  await button(page, "Till 7").click();
  await expect(page.getByRole("dialog", { name: "Till 7" })).toContainText("Central");
});

test("a new partner starts with the programme's rate", async ({ page, say }) => {
  await signIn(page, say, OWNER, adminPaths.settings);
  await page.getByRole("textbox", { name: say("adminSettings:programme.names.pointsPerHkd") }).fill("2.5");
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("adminSettings:programme.saved"))).toBeVisible();
  await page.goto(adminPaths.partners);
  await link(page, say("adminPartners:add")).click();
  const rate = page.getByRole("textbox", { name: say("adminPartners:fields.basePoints") });
  await expect(rate).toHaveValue("2.5");
  await expect(button(page, say("admin:create"))).toBeEnabled();
});

test("an owner who cannot load another owner's change sees why", async ({ page, say, server, watch }) => {
  await signIn(page, say, OWNER, adminPaths.settings);
  await field(page, say("adminSettings:programme.names.referralBonus")).fill("77");
  await decide(server, { referralBonus: 66 });
  watch.expectStatus(412, "/api/admin/settings");
  watch.expectCutLine();
  await page.route("**/api/admin/settings", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByText(say("admin:errors.offline"))).toBeVisible();
  await page.unrouteAll();
  await button(page, say("adminSettings:programme.save")).click();
  await expect(page.getByRole("dialog", { name: say("adminContent:stale.title") })).toBeVisible();
});

test("an owner gives a colleague another role, and sees where they are signed in", async ({
  page,
  say,
  server,
}) => {
  const email = newEmail();
  await invitation(server, email, "support");
  await signIn(page, say, OWNER, `${adminPaths.settings}?tab=staff`);
  const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
  await row(email).getByRole("button").click();
  const drawer = page.getByRole("dialog", { name: "Wing Chan" });
  await expect(drawer.getByText(say("adminSettings:staff.noSessions"))).toBeVisible();
  await button(drawer, say("adminSettings:staff.change")).click();
  const form = page.getByRole("dialog", { name: say("adminSettings:staff.change") });
  const role = form.getByRole("combobox", { name: say("adminSettings:staff.role") });
  await role.selectOption("merchant");
  await button(form, say("adminSettings:programme.save")).click();
  const partner = form.getByRole("combobox", { name: say("adminSettings:keys.partner") });
  await expect(partner).toHaveAttribute("aria-invalid", "true");
  await role.selectOption("finance");
  await button(form, say("adminSettings:programme.save")).click();
  await expect(row(email)).toContainText(say("admin:roles.finance"));
  await button(drawer, say("close")).click();

  await row(OWNER).getByRole("button").click();
  const sessions = page.getByRole("region", { name: say("adminSettings:staff.sessions") });
  await expect(sessions.getByRole("listitem").first()).toBeVisible();
  await button(page, say("adminSettings:staff.change")).click();
  await expect(form.getByRole("textbox")).toBeVisible();
  await expect(role).toHaveCount(0);
});
