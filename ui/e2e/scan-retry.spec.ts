import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, test } from "./support/fixtures";
import { expectBalance, typeCode } from "./support/journey";
import { CAMPAIGN_CODE, newMember } from "./support/people";

test("a code whose answer was lost is sent again after a reload, and gives points once", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectCutLine();
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await page.route("**/api/redeem/scanQR", async (route) => {
    // The server makes the change; the phone gets no answer.
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await typeCode(page, say, CAMPAIGN_CODE);
  await expect(heading(page, say("scan:notSent"))).toBeVisible();
  await audit(page, "a code without an answer");
  await page.unroute("**/api/redeem/scanQR");
  await page.reload();
  await expect(heading(page, say("scan:notYet"))).toBeVisible();
  await audit(page, "a code that was kept");
  await button(page, say("tryAgain")).click();
  await expect(heading(page, say("scan:success"))).toBeVisible();
  await expectBalance(page, 50);
});

test("a code that the server failed on is kept with a message, and another can be scanned", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectStatus(503, "/api/redeem/scanQR");
  await logIn(page, say, (await newMember(server)).email);
  await page.route("**/api/redeem/scanQR", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: { status: 503, code: "shutting_down", message: "Back in a moment." },
    }),
  );
  await typeCode(page, say, CAMPAIGN_CODE);
  await expect(heading(page, say("scan:notYet"))).toBeVisible();
  await expect(page.getByText("Back in a moment.")).toBeVisible();
  await button(page, say("scan:another")).click();
  await expect(button(page, say("scan:type"))).toBeVisible();
});
