import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { filmOf } from "./support/camera";
import { CHROMIUM_FLAGS, findChromium } from "./support/chromium";
import { expect, test } from "./support/fixtures";
import { CAMPAIGN_CODE, newMember } from "./support/people";

test.use({
  launchOptions: {
    executablePath: findChromium(),
    args: [
      ...CHROMIUM_FLAGS,
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${filmOf(CAMPAIGN_CODE)}`,
    ],
  },
});

test("the camera reads a campaign's code, which gives points once", async ({ page, say, server, watch }) => {
  watch.expectStatus(409, "/api/redeem/scanQR");
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await link(page, say("home:scan")).click();
  await expect(heading(page, say("scan:success"))).toBeVisible();
  await audit(page, "a scanned code");
  await link(page, say("scan:home")).click();
  await expect(stencil(page, "50")).toBeVisible();

  await link(page, say("home:scan")).click();
  await expect(heading(page, say("scan:used"))).toBeVisible();
  await audit(page, "a code scanned twice");
  await link(page, say("scan:home")).click();
  await expect(stencil(page, "50")).toBeVisible();
});

test("the camera fills in the recipient of a transfer", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 10 });
  await logIn(page, say, member.email);
  await page.goto(paths.transfer);
  await button(page, say("transfer:scan")).click();
  await expect(page.getByRole("textbox", { name: say("transfer:recipient") })).toHaveValue(CAMPAIGN_CODE);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
