import { paths } from "../src/shared/paths";
import { button, heading, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { findMember, openTill, press } from "./support/counter";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

/** A factor on bills that no other test has, because all tests of a browser share one demo. */
const DOUBLE = {
  name: { en: "double day", zh: "双倍日", zhhk: "雙倍日" },
  bonus: { kind: "multiplier", factor: "2" },
  minimumBillHkd: "7000",
  caps: { perMember: 7_100 },
  budget: { unit: "points", amount: 1_000_000 },
};

inEachLanguage(() => {
  test("the till says before an award what will be given and why", async ({
    page,
    say,
    server,
    language,
    anotherPhone,
  }) => {
    await liveRule(server, DOUBLE);
    const member = await newMember(server);
    await openTill(page, say, server);
    await page.setViewportSize({ width: 375, height: 812 });
    const lines = page.getByRole("list", { name: say("counter:because.title") }).getByRole("listitem");

    await test.step("the points by the rate and the balance where no rule applies", async () => {
      await findMember(page, say, member.shortId);
      const asked = page.waitForResponse("**/api/merchant/award/preview");
      await press(page, "88");
      await asked;
      await expect(button(page, say("counter:award.submit", { count: 88, points: "88" }))).toBeEnabled();
      await expect(lines).toHaveCount(2);
      await expect(lines.first()).toContainText("+88");
      await expect(lines.last()).toContainText(say("counter:because.balance"));
      for (let digit = 0; digit < 2; digit++) await button(page, say("counter:keypad.erase")).click();
    });

    await test.step("each part of the points, then the same on the slip", async () => {
      await press(page, "7000");
      await expect(lines.filter({ hasText: DOUBLE.name[language] })).toContainText("+7,000");
      await expect(lines.first()).toContainText("+7,000");
      await audit(page, "points and the reasons");
      await button(page, say("counter:award.submit", { count: 14_000, points: "14,000" })).click();
      await expect(heading(page, say("counter:done.title"))).toBeVisible();
      await expect(stencil(page.getByRole("dialog"), "+14,000")).toBeVisible();
      await expect(page.getByRole("term").filter({ hasText: DOUBLE.name[language] })).toBeVisible();
      await audit(page, "points awarded by a rule");
      await button(page, say("counter:done.next")).click();
    });

    await test.step("the member reads the parts in the history and on the receipt", async () => {
      const phone = await anotherPhone();
      await logIn(phone, say, member.email);
      await phone.goto(paths.points);
      const row = phone.getByRole("button", { name: `7,000 + 7,000 ${DOUBLE.name[language]}` });
      await expect(row).toContainText("+14,000");
      await audit(phone, "points by a rule in the history");
      await row.click();
      const receipt = phone.getByRole("dialog");
      await expect(stencil(receipt, "+14,000")).toBeVisible();
      await expect(receipt.getByRole("term").filter({ hasText: DOUBLE.name[language] })).toBeVisible();
      await expect(receipt.getByRole("definition").filter({ hasText: "+7,000" })).toBeVisible();
      await audit(phone, "a receipt");
    });

    await test.step("the limit that lowers the points", async () => {
      await findMember(page, say, member.shortId);
      await press(page, "8000");
      const rule = lines.filter({ hasText: DOUBLE.name[language] });
      await expect(rule).toContainText("+100");
      await expect(rule).toContainText(say("counter:because.limits.perMember"));
      await expect(
        button(page, say("counter:award.submit", { count: 8_100, points: "8,100" })),
      ).toBeEnabled();
    });
  });
});

inOneLanguage("en", () => {
  test("an award works while its preview fails", async ({ page, say, server, watch }) => {
    watch.expectStatus(503, "/api/merchant/award/preview");
    await liveRule(server, DOUBLE);
    const member = await newMember(server);
    await openTill(page, say, server);
    await page.route("**/api/merchant/award/preview", (route) => route.fulfill({ status: 503, body: "" }));
    await findMember(page, say, member.shortId);
    await press(page, "7000");
    await expect(page.getByText(say("counter:because.failed"))).toBeVisible();
    await audit(page, "a preview that failed");
    await button(page, say("counter:award.submit", { count: 7_000, points: "7,000" })).click();
    await expect(stencil(page.getByRole("dialog"), "+14,000")).toBeVisible();
  });
});
