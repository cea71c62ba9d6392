import { formatShortId } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { button, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { findMember, openTill } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { boughtCoupon, changingCode, decide, newMember, sendPoints } from "./support/people";
import { refusalIn } from "./support/words";

// The factor gives these tests a separate server, because they change the settings of the programme.
test.use({ sourceScale: 103 });

/** The points that arrive while the code is shown. */
const ARRIVED = 120;

inEachLanguage((language) => {
  test("a code that changes uses a coupon once, and an old one is refused", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(409, "/api/merchant/");
    await decide(server, { counterCodes: true });
    const member = await newMember(server, { points: 2_000 });
    const item = await boughtCoupon(server, member.email);
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);

    await test.step("the app shows the code and the seconds that are left", async () => {
      await phone.goto(paths.profile);
      await phone.getByRole("button", { name: say("profile:code.open") }).click();
      const sheet = phone.getByRole("dialog", { name: say("profile:code.title") });
      await expect(sheet.getByRole("img", { name: say("profile:code.qr") })).toBeVisible();
      await expect(sheet.getByRole("timer")).toContainText(/\d/);
      await auditBoth(phone, "a code that changes");
      await sheet.getByRole("tab", { name: say("profile:code.earn") }).click();
      await expect(sheet.getByRole("img", { name: say("profile:code.earnQr") })).toBeVisible();
      await expect(sheet.getByRole("timer")).toHaveCount(0);
      const saved = phone.waitForEvent("download");
      await button(sheet, say("profile:code.save")).click();
      expect((await saved).suggestedFilename()).toBe(`${member.shortId}.png`);
      await auditBoth(phone, "a code that earns only");
      await phone.emulateMedia({ media: "print" });
      await expect(sheet.getByRole("img", { name: say("profile:code.earnQr") })).toBeVisible();
      await expect(button(sheet, say("profile:code.print"))).toBeHidden();
    });

    await test.step("points from the counter appear on the phone that shows the code", async () => {
      await phone.emulateMedia({ media: null });
      await sendPoints(server, member.shortId, ARRIVED);
      await expect(phone.getByRole("heading", { name: say("profile:arrived.title") })).toBeVisible();
      await expect(phone.getByRole("img", { name: `+${ARRIVED}` })).toBeVisible();
      await auditBoth(phone, "points that arrived");
      await phone.getByRole("link", { name: say("profile:arrived.done") }).click();
      await expect(phone.getByRole("button", { name: say("profile:code.open") })).toBeVisible();
    });

    await test.step("the award desk finds the member, and the code stays good for a coupon", async () => {
      await openTill(page, say, server);
      const code = await changingCode(server, member.email);
      await findMember(page, say, code);
      await expect(page.getByText(formatShortId(member.shortId))).toBeVisible();
      await button(page, say("counter:award.change")).click();
      await findMember(page, say, `${code.slice(0, -4)}0000`);
      await expect(page.getByText(refusalIn(language, "counter_code_stale"))).toBeVisible();
    });

    await test.step("the till finds the member and uses a coupon", async () => {
      await button(page, say("counter:jobs.coupon")).click();
      const code = await changingCode(server, member.email);
      await button(page, say("counter:coupon.type")).click();
      await page.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill(code);
      await button(page, say("counter:coupon.check")).click();
      const found = page.getByRole("dialog", { name: say("counter:memberCode.title", { name: "Ka Yan" }) });
      await expect(
        found.getByText(
          say("counter:memberCode.balance", { points: String(Number(item.balance) + ARRIVED) }),
        ),
      ).toBeVisible();
      await audit(page, "a member at the till");
      const use = say("counter:memberCode.use", { item: item.name[language] });
      await found.getByRole("button", { name: use }).click();
      await expect(
        found.getByText(say("counter:memberCode.used", { item: item.name[language] })),
      ).toBeVisible();
      await audit(page, "a coupon that was used");
      await button(found, say("counter:memberCode.done")).click();
      await button(page, say("counter:coupon.check")).click();
      await expect(page.getByText(refusalIn(language, "counter_code_stale"))).toBeVisible();
    });
  });
});
