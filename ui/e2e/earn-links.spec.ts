import { createHmac } from "node:crypto";
import type { Locator } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { button, fillLogin, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { openTill, press } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { expectBalance } from "./support/journey";
import { merchant, newMember, PASSWORD } from "./support/people";

/** The address of a link as the code of a till makes it. */
function linkOf(key: string, secret: string, receipt: string): string {
  const until = Math.floor(Date.now() / 1000) + 86_400;
  const text = `E1~${key}~12850~${until}~${receipt}`;
  const seal = createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest("base64url");
  return paths.earn.replace(":link", `${text}~${seal}`);
}

/** The address that a till shows below its QR code, on this server. */
async function addressIn(shown: Locator): Promise<string> {
  return new URL((await shown.getByText(/\/earn\/E2~\w{26}$/).textContent()) ?? "").pathname;
}

inEachLanguage((language) => {
  test("a key made by staff signs a link that a member collects after login", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/");
    watch.expectStatus(409, "/api/redeem/earnLink");
    watch.expectStatus(404, "/api/redeem/earnLink");
    const desk = await anotherPhone(ADMIN_WINDOW);
    const { partnerId } = await merchant(server);
    await signIn(desk, say, OPERATOR, recordPath(adminPaths.partners, partnerId));
    await button(desk, say("adminCounters:earnKeys.add")).click();
    await field(desk, say("adminCounters:earnKeys.name")).fill(`Till ${language}`);
    await audit(desk, "an earn link key to make");
    await button(desk.getByRole("dialog"), say("adminCounters:earnKeys.make")).click();
    const facts = desk.getByRole("dialog").getByRole("definition");
    await expect(facts.nth(1)).toHaveText(/^[0-9a-f]{64}$/);
    const [key, secret] = await facts.allTextContents();
    await audit(desk, "an earn link key that was made");
    const link = linkOf(key ?? "", secret ?? "", `R-${language}`);

    const member = await newMember(server);
    await page.goto(link);
    await fillLogin(page, say, member.email, PASSWORD);
    await expect(heading(page, say("scan:success"))).toBeVisible();
    await audit(page, "points of an earn link collected");
    await page.goto(link);
    await expect(heading(page, say("scan:used"))).toBeVisible();

    await test.step("the key is replaced: links of both keys pay", async () => {
      await button(desk.getByRole("dialog"), say("admin:done")).click();
      const of = desk.getByRole("listitem").filter({ hasText: `Till ${language}` });
      await of.getByRole("button", { name: new RegExp(`^${say("adminCounters:earnKeys.rotate")}`) }).click();
      const asked = desk.getByRole("alertdialog");
      await expect(asked).toContainText(say("adminCounters:earnKeys.rotateText"));
      await audit(desk, "an earn link key to replace");
      await button(asked, say("adminCounters:earnKeys.rotate")).click();
      await expect(facts.nth(1)).toHaveText(/^[0-9a-f]{64}$/);
      const [newKey = "", newSecret = ""] = await facts.allTextContents();
      expect([newKey, newSecret]).not.toContain(key);
      await button(desk.getByRole("dialog"), say("admin:done")).click();
      await expect(of.getByText(say("adminCounters:earnKeys.states.ending"))).toBeVisible();
      await audit(desk, "an earn link key that is being replaced");
      for (const late of [
        linkOf(key ?? "", secret ?? "", `R2-${language}`),
        linkOf(newKey, newSecret, `R3-${language}`),
      ]) {
        await page.goto(late);
        await expect(heading(page, say("scan:success"))).toBeVisible();
      }
    });

    await test.step("the old key is withdrawn: its links pay nothing", async () => {
      const old = desk
        .getByRole("listitem")
        .filter({ hasText: say("adminCounters:earnKeys.states.ending") })
        .filter({ hasText: `Till ${language}` });
      await old
        .getByRole("button", { name: new RegExp(`^${say("adminCounters:earnKeys.withdraw")}`) })
        .click();
      const asked = desk.getByRole("alertdialog");
      await audit(desk, "an earn link key to withdraw");
      await button(asked, say("adminCounters:earnKeys.withdraw")).click();
      const done = say("adminCounters:earnKeys.withdrawn", { name: `Till ${language}` });
      await expect(desk.getByText(done)).toBeVisible();
      await page.goto(linkOf(key ?? "", secret ?? "", `R4-${language}`));
      await expect(heading(page, say("scan:invalid"))).toBeVisible();
      await audit(page, "a link of a withdrawn key");
      // Three links of HK$128.50 have paid.
      await expectBalance(page, 3 * 128);
    });
  });

  test("a till shows the QR code of a bill, and sees who collected the points", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/");
    watch.expectStatus(404, "/api/redeem/earnLink");
    const member = await newMember(server);
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await openTill(page, say, server);
    await button(page, say("counter:earnQr.open")).click();
    await press(page, "88");
    await audit(page, "a bill for a QR");
    await button(page, say("counter:earnQr.show")).click();
    const shown = page.getByRole("dialog", { name: say("counter:earnQr.scan") });
    await expect(shown.getByRole("img", { name: say("counter:earnQr.code") })).toBeVisible();
    await expect(shown.getByRole("timer")).toBeVisible();
    await audit(page, "a QR that waits");
    const wrong = await addressIn(shown);
    await button(page, say("counter:earnQr.takeBack")).click();
    await button(page, say("counter:earnQr.show")).click();
    const link = await addressIn(shown);
    expect(link).not.toBe(wrong);
    await phone.goto(wrong);
    await expect(heading(phone, say("scan:invalid"))).toBeVisible();
    await phone.goto(link);
    await expect(heading(phone, say("scan:success"))).toBeVisible();
    await expect(heading(page, say("counter:done.title"))).toBeVisible();
    await expect(page.getByText(say("counter:done.text", { name: "Ka Yan L." }))).toBeVisible();
    await audit(page, "a QR that was collected");
    await button(page, say("counter:done.next")).click();
    await expect(button(page, say("counter:earnQr.open"))).toBeVisible();
  });

  test("a QR code that nobody collects expires and is replaced", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/");
    await openTill(page, say, server);
    await page.route("**/api/merchant/earn-links/*", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), status: "ended" } });
    });
    await button(page, say("counter:earnQr.open")).click();
    await press(page, "88");
    await button(page, say("counter:earnQr.show")).click();
    const over = page.getByRole("dialog", { name: say("counter:earnQr.ended") });
    await expect(over).toBeVisible();
    await expect(over.getByRole("img", { name: say("counter:earnQr.code") })).toHaveCount(0);
    await audit(page, "a QR that has run out");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await button(page, say("counter:earnQr.again")).click();
    const shown = page.getByRole("dialog", { name: say("counter:earnQr.scan") });
    await expect(shown.getByRole("img", { name: say("counter:earnQr.code") })).toBeVisible();
  });
});
