import { paths } from "../src/shared/paths";
import { button, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { findMember, openTill } from "./support/counter";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { call, newMember, tokenOf } from "./support/people";

const inBar = 'nav svg image[href="/assets/faces/egret.svg"]';

inEachLanguage(() => {
  test("a member chooses a bird as their picture, and goes back to the initials", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    await expect(page.locator("nav svg text")).toHaveText("KL");
    await page.goto(paths.profile);
    await link(page, say("profile:picture")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.face}$`));
    const faces = page.getByRole("group", { name: say("edit:face.title") });
    await expect(faces.getByRole("radio", { name: say("edit:face.names.initials") })).toBeChecked();
    await faces.getByRole("radio", { name: say("edit:face.names.initials") }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect(faces.getByRole("radio", { name: say("edit:face.names.egret") })).toBeChecked();
    await auditBoth(page, "the pictures");
    await button(page, say("edit:face.use")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.profile}$`));
    await expect(page.getByText(say("edit:face.saved"))).toBeVisible();
    await expect(page.locator(inBar)).toBeAttached();
    await page.reload();
    await expect(page.locator(inBar)).toBeAttached();

    await page.goto(paths.face);
    await page.getByRole("radio", { name: say("edit:face.names.initials") }).check();
    await button(page, say("edit:face.use")).click();
    await expect(page.locator("nav svg text")).toHaveText("KL");
  });
});

inOneLanguage("en", () => {
  test("a picture that is not saved stays chosen", async ({ page, say, server, watch }) => {
    watch.expectStatus(503, "/api/auth/face");
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.route("**/api/auth/face", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
    await page.goto(paths.face);
    await page.getByRole("radio", { name: say("edit:face.names.lotus") }).check();
    await button(page, say("edit:face.use")).click();
    await expect(page.getByRole("alert")).toContainText(say("edit:face.failed"));
    await audit(page, "a picture that was not saved");
    await expect(page.getByRole("radio", { name: say("edit:face.names.lotus") })).toBeChecked();
    await button(page, say("edit:face.use")).click();
    await expect(page).toHaveURL(new RegExp(`${paths.profile}$`));
  });

  test("the counter sees the picture beside the name", async ({ page, say, server }) => {
    const member = await newMember(server);
    const token = await tokenOf(server, member.email);
    await call(server, "PUT", "/api/auth/face", { token, body: { face: "kite" } });
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    await expect(page.locator('image[href="/assets/faces/kite.svg"]')).toBeAttached();
  });
});
