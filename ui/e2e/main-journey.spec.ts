import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, movement, stencil } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { expectBalance, redeem, seeTutorial, signUp, transfer, typeCode } from "./support/journey";
import { ALICE, BOB, CAMPAIGN_CODE, verifyAtCounter } from "./support/people";
import { readFromScreen } from "./support/qr";

test.use({ captcha: "altcha" });

// A coupon for 1,800 points with a QR code, valid at every counter.
const BAG = { en: "Kapok tote bag", zh: "木棉布袋", zhhk: "木棉布袋" };

inEachLanguage((language) => {
  const by = language === "zh" ? "phone" : "email";

  test(`a member who signs up by ${by} receives, gives, scans, redeems and shows the code`, async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    const contact = await test.step("signs up", async () => {
      const made = await signUp(page, { server, say, by });
      await seeTutorial(page, say);
      await expect(heading(page, say("home:news"))).toBeVisible();
      await page.reload();
      await expect(heading(page, say("home:news"))).toBeVisible();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      return made;
    });

    await test.step("receives points from a friend, and sees the new balance", async () => {
      await expectBalance(page, 0);
      await expect(page.getByText(say("points:emptyTitle"))).toBeVisible();
      const alice = await anotherPhone();
      await logIn(alice, say, ALICE.email);
      await transfer(alice, say, { to: contact, amount: 2000 });
      await expect(stencil(page, "2,000")).toBeVisible();
      await expect(movement(page, say("points:received.title"), "+2,000")).toBeVisible();
    });

    await test.step("sends points to another friend", async () => {
      await transfer(page, say, { to: BOB.phone, amount: 25 });
      await expectBalance(page, 1975);
    });

    await test.step("collects a campaign's points by its code, once", async () => {
      await typeCode(page, say, CAMPAIGN_CODE);
      await expect(heading(page, say("scan:success"))).toBeVisible();
      await link(page, say("scan:home")).click();
      await expect(stencil(page, "2,025")).toBeVisible();
    });

    const name = BAG[language];
    await test.step("redeems a coupon", async () => {
      await redeem(page, say, `${name} 1,800 ${say("pointsWord")}`);
      await expect(heading(page, say("redeem:result.done.title"))).toBeVisible();
      await expect(page.getByText(name)).toBeVisible();
      await audit(page, "a purchase's result");
      await link(page, say("redeem:result.done.button")).click();
      await expect(page).toHaveURL(paths.saved);
    });

    await test.step("opens it, and the counter accepts its code", async () => {
      await page.getByRole("button", { name }).click();
      await audit(page, "the question before a coupon opens");
      await button(page.getByRole("alertdialog"), say("rewards:open.open")).click();
      await expect(heading(page, say("rewards:code.title"))).toBeVisible();
      const timer = page.getByRole("timer");
      await expect(timer).toHaveAccessibleName(/4:5\d/);
      await audit(page, "an open coupon");
      const qr = page.getByRole("img", { name: say("rewards:code.qr") });
      const code = await readFromScreen(qr);
      expect(await verifyAtCounter(server, code ?? "")).toBe("valid");

      await page.reload();
      await expect(heading(page, say("rewards:code.title"))).toBeVisible();
      await expect(timer).toHaveAccessibleName(/4:[0-5]\d/);
      expect(await readFromScreen(qr)).toBe(code);

      await button(page, say("close")).click();
      await button(page.getByRole("alertdialog"), say("rewards:leave.leave")).click();
      await expect(page.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
      await expect(page.getByText(say("used"), { exact: true })).toBeVisible();
    });

    await test.step("finds every transaction in the history", async () => {
      await expectBalance(page, 225);
      await expect(movement(page, say("points:received.title"), "+2,000")).toBeVisible();
      await expect(movement(page, say("points:sent.title"), "−25")).toBeVisible();
      await expect(movement(page, name, "−1,800")).toBeVisible();
      await expect(page.getByRole("listitem").filter({ hasText: "+50" })).toBeVisible();
      await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(4);
      await audit(page, "history");
    });
  });
});
