import { formatDay } from "../src/i18n/format";
import { button, heading, logIn, stencil } from "./support/app";
import { audit } from "./support/audit";
import { factor } from "./support/carbonFactors";
import { openTill, press } from "./support/counter";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, newMember, tokenOf } from "./support/people";

// The rules are for every purchase of the programme, and no other test should meet them.
test.use({ sourceScale: 131 });

const DAYS = 14;
const DOUBLE = {
  name: { en: "double day", zh: "双倍日", zhhk: "雙倍日" },
  bonus: { kind: "multiplier", factor: "2" },
  until: "2099-12-31",
  budget: { unit: "points", amount: 100_000 },
  pending: { days: DAYS, of: "bonus" },
};
const GIFT = {
  name: { en: "small gift", zh: "小礼物", zhhk: "小禮物" },
  bonus: { kind: "fixed", points: 5 },
  until: "2099-12-31",
  budget: { unit: "points", amount: 100_000 },
};
const GLASS = {
  unit: "kilogram" as const,
  name: { en: "Glass", zh: "玻璃", zhhk: "玻璃樽" },
  grams: "300",
  most: "20",
};

inEachLanguage((language) => {
  test("a QR says what rules give every member, and why", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(401, "/api/");
    for (const rule of [DOUBLE, GIFT]) await liveRule(server, rule);
    const drop = await factor(server, GLASS);
    const member = await newMember(server);
    await openTill(page, say, server);
    await page.setViewportSize({ width: 375, height: 812 });
    await button(page, say("counter:earnQr.open")).click();
    const [show, bill] = [button(page, say("counter:earnQr.show")), page.getByRole("status")];
    const lines = page.getByRole("list", { name: say("counter:because.title") }).getByRole("listitem");
    const shown = page.getByRole("dialog", { name: say("counter:earnQr.scan") });

    await test.step("a bill below one point, to which a rule adds", async () => {
      await expect(show).toBeDisabled();
      await page.keyboard.type("0.5");
      await expect(lines.filter({ hasText: GIFT.name[language] })).toContainText("+5");
      await expect(stencil(bill, "+5")).toBeVisible();
      await expect(show).toBeEnabled();
      for (let digit = 0; digit < 3; digit++) await button(page, say("counter:keypad.erase")).click();
    });

    await test.step("the parts, the limit and the day, then the same for the customer", async () => {
      await press(page, "88");
      const double = lines.filter({ hasText: DOUBLE.name[language] });
      await expect(double).toContainText("+88");
      await expect(stencil(bill, "+181")).toBeVisible();
      await expect(page.getByText(say("counter:earnQr.ownOfMember"))).toBeVisible();
      await page.getByRole("textbox", { name: /Glass|玻璃/ }).fill("2");
      await audit(page, "a bill for a QR on a double day");
      await show.click();
      await expect(stencil(shown, "+181")).toBeVisible();
      const parts = `88 + 88 ${DOUBLE.name[language]} + 5 ${GIFT.name[language]}`;
      await expect(shown.getByText(parts, { exact: true })).toBeVisible();
      const released = formatDay(new Date(Date.now() + DAYS * 86_400_000).toISOString(), language);
      const waits = say("counter:earnQr.pending", { count: 88, points: "88", day: released });
      await expect(shown.getByText(waits)).toBeVisible();
      await expect(shown.getByText(say("counter:earnQr.own"))).toBeVisible();
      await audit(page, "a QR on a double day");
    });

    await test.step("the customer gets these points and the kilograms", async () => {
      const link = await shown.getByText(/\/earn\/E2~\w{26}$/).textContent();
      const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
      await logIn(phone, say, member.email);
      await phone.goto(new URL(link ?? "").pathname);
      await expect(heading(phone, say("scan:success"))).toBeVisible();
      await expect(heading(page, say("counter:done.title"))).toBeVisible();
      await expect(stencil(page.getByRole("dialog"), "+181")).toBeVisible();
      const token = await tokenOf(server, member.email);
      const { partners } = await call(server, "GET", "/api/carbon/tree", { token });
      expect(Number(partners[0].grams)).toBeGreaterThanOrEqual(600);
    });
    await drop();
  });

  test("a QR is shown with the points of the rates while the rules cannot be asked", async ({
    page,
    say,
    server,
    watch,
  }) => {
    watch.expectStatus(401, "/api/");
    watch.expectStatus(503, "/api/merchant/earn-links/preview");
    for (const rule of [DOUBLE, GIFT]) await liveRule(server, rule);
    await openTill(page, say, server);
    await page.route("**/api/merchant/earn-links/preview", (route) => route.fulfill({ status: 503 }));
    await button(page, say("counter:earnQr.open")).click();
    await press(page, "88");
    await expect(page.getByText(say("counter:earnQr.previewFailed"))).toBeVisible();
    await button(page, say("counter:earnQr.show")).click();
    const shown = page.getByRole("dialog", { name: say("counter:earnQr.scan") });
    await expect(stencil(shown, "+88")).toBeVisible();
    await expect(shown.getByText(say("counter:earnQr.own"))).toBeVisible();
    await audit(page, "a QR without its reasons");
  });
});
