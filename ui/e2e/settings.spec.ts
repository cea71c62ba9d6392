import { desk } from "../src/admin/paths";
import { paths } from "../src/paths";
import { button, link } from "./support/app";
import { DESK_WINDOW, field, OWNER, signIn } from "./support/desk";
import { expect, test } from "./support/fixtures";
import { decide } from "./support/people";

// A proof of work gives these tests a server of their own: a programme has one name for everybody.
test.use({ ...DESK_WINDOW, captcha: "altcha" });

test("an owner names the programme, and members meet it by that name", async ({
  page,
  say,
  anotherPhone,
}) => {
  await signIn(page, say, OWNER, desk.settings);
  await field(page, say("deskSettings:programme.names.programmeName")).fill("Green Harbour");
  await button(page, say("deskSettings:programme.save")).click();
  await expect(page.getByText(say("deskSettings:programme.saved"))).toBeVisible();
  const history = page.getByRole("table", { name: say("deskSettings:history.title") });
  await expect(history.getByText("Green Harbour")).toBeVisible();

  const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
  await phone.goto(paths.login);
  await expect(phone).toHaveTitle(/ · Green Harbour$/);
  await expect(phone.getByText("Green Harbour", { exact: true })).toBeVisible();
});

test("a message is put into the programme's own words, looked at, and put back", async ({
  page,
  say,
  watch,
}) => {
  watch.expectStatus(400, "/api/admin/settings/texts/sms.code");
  await signIn(page, say, OWNER, `${desk.settings}?tab=texts`);
  await page.getByRole("searchbox").fill("sms.code");
  await page.getByRole("button", { name: "{code}" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("No code at all");
  await button(dialog, say("deskSettings:programme.save")).click();
  await expect(dialog.getByRole("alert").first()).toBeVisible();
  await dialog.getByRole("textbox").fill("Yours: {code}");
  await button(dialog, say("deskSettings:texts.show")).click();
  await expect(dialog.getByText("Yours: 123456")).toBeVisible();
  await button(dialog, say("deskSettings:programme.save")).click();
  await expect(page.getByText(say("deskSettings:texts.saved"))).toBeVisible();
  await page.getByRole("button", { name: "Yours: {code}" }).click();
  await button(page.getByRole("dialog"), say("deskSettings:texts.reset")).click();
  await expect(page.getByText(say("deskSettings:texts.wasReset"))).toBeVisible();
});

test("a key says what it may do and from where, and shows its text once", async ({ page, say, watch }) => {
  watch.expectStatus(400, "/api/admin/api-keys");
  await signIn(page, say, OWNER, `${desk.settings}?tab=keys`);
  await button(page, say("deskSettings:keys.make")).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: new RegExp(`^${say("deskSettings:keys.name")}`) }).fill("Till 7");
  await dialog.getByRole("checkbox", { name: say("deskSettings:keys.scope.award") }).uncheck();
  const networks = dialog.getByRole("textbox", { name: new RegExp(`^${say("deskSettings:keys.networks")}`) });
  await networks.fill("203.0.113.7/24");
  await button(dialog, say("deskSettings:keys.make")).click();
  await expect(networks).toHaveAttribute("aria-invalid", "true");
  await networks.fill("203.0.113.0/24");
  await button(dialog, say("deskSettings:keys.make")).click();
  await expect(page.getByText(/^lyk_/)).toBeVisible();
  await button(page.getByRole("dialog"), say("deskSettings:keys.kept")).click();
  await expect(page.getByText("203.0.113.0/24")).toBeVisible();
  await expect(page.getByText(/^lyk_/)).toHaveCount(0);
});

test("a new partner begins with the programme's rate", async ({ page, say }) => {
  await signIn(page, say, OWNER, desk.settings);
  await page.getByRole("textbox", { name: say("deskSettings:programme.names.pointsPerHkd") }).fill("2.5");
  await button(page, say("deskSettings:programme.save")).click();
  await expect(page.getByText(say("deskSettings:programme.saved"))).toBeVisible();
  await page.goto(desk.partners);
  await link(page, say("deskPartners:add")).click();
  const rate = page.getByRole("textbox", { name: say("deskPartners:fields.basePoints") });
  await expect(rate).toHaveValue("2.5");
  await expect(button(page, say("desk:create"))).toBeEnabled();
});

test("an owner who cannot fetch what another decided learns why", async ({ page, say, server, watch }) => {
  await signIn(page, say, OWNER, desk.settings);
  await field(page, say("deskSettings:programme.names.referralBonus")).fill("77");
  await decide(server, { referralBonus: 66 });
  watch.expectStatus(412, "/api/admin/settings");
  watch.expectCutLine();
  await page.route("**/api/admin/settings", (route) =>
    route.request().method() === "GET" ? route.abort() : route.continue(),
  );
  await button(page, say("deskSettings:programme.save")).click();
  await expect(page.getByText(say("desk:errors.offline"))).toBeVisible();
  await page.unrouteAll();
  await button(page, say("deskSettings:programme.save")).click();
  await expect(page.getByRole("dialog", { name: say("deskContent:stale.title") })).toBeVisible();
});
