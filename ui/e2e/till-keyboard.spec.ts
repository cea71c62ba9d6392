import { button, heading } from "./support/app";
import { audit } from "./support/audit";
import { BY_HAND, findMember, openTill, scanByKeys } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember, openedCoupon } from "./support/people";

inEachLanguage(() => {
  test("a till is worked by its keyboard: bill, Enter, Esc and the other desk", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    const bill = page.getByRole("region", { name: say("counter:award.amount") });
    await expect(bill).toBeVisible();
    await page.keyboard.type("42", BY_HAND);
    await expect(bill).toContainText("42");

    // A scan during the bill neither changes nor sends it, wherever the focus is.
    await scanByKeys(page, "39GA7AFG");
    await page.getByRole("textbox", { name: say("counter:award.receipt") }).focus();
    await scanByKeys(page, "7");
    await expect(heading(page, say("counter:done.title"))).toBeHidden();

    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: say("counter:leaveBill.title") });
    await expect(question).toBeVisible();
    await audit(page, "a bill before it is left by Esc");
    await button(question, say("counter:leaveBill.stay")).click();
    await expect(bill).toContainText("42");

    await page.keyboard.press("Enter", BY_HAND);
    await expect(heading(page, say("counter:done.title"))).toBeVisible();
    await page.keyboard.press("Enter", BY_HAND);
    await expect(page.getByRole("textbox", { name: say("counter:award.typeLabel") })).toBeVisible();

    await page.keyboard.press("F4");
    const slip = page.getByRole("dialog", { name: say("counter:slip.title") });
    await expect(slip).toContainText("HK$42.00");
    await audit(page, "the last award, by F4");
    await page.keyboard.press("Escape");
    await expect(slip).toBeHidden();

    await page.keyboard.press("F2");
    await expect(button(page, say("counter:coupon.type"))).toBeVisible();
    await page.keyboard.press("F2");
    await findMember(page, say, member.shortId);
    await expect(bill).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bill, "nothing was typed").toBeHidden();
  });

  test("F2 asks before it leaves the bill of a QR, and F4 works again after it failed", async ({
    page,
    say,
    server,
    watch,
  }) => {
    await openTill(page, say, server);
    await button(page, say("counter:earnQr.open")).click();
    await page.keyboard.type("42", BY_HAND);
    const show = button(page, say("counter:earnQr.show"));
    await expect(show).toBeEnabled();
    await page.keyboard.press("F2");
    const question = page.getByRole("alertdialog", { name: say("counter:leaveBill.title") });
    await button(question, say("counter:leaveBill.stay")).click();
    await expect(show, "the bill is kept").toBeEnabled();
    await page.keyboard.press("F2");
    await button(question, say("counter:leaveBill.leave")).click();
    await expect(page.getByRole("textbox", { name: say("counter:award.typeLabel") })).toBeVisible();

    watch.expectCutLine();
    const events = "**/api/merchant/activity*";
    await page.route(events, (route) => route.abort());
    await page.keyboard.press("F4");
    await expect(page.getByText(say("counter:today.failed"))).toBeVisible();
    await page.unroute(events);
    await page.keyboard.press("F4");
    await expect(page.getByText(say("counter:today.noAward"))).toBeVisible();
  });
});

test("Enter collects a coupon that was scanned, and the next scan does not", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server, { points: 2000 });
  const code = await openedCoupon(server, member.email);
  await openTill(page, say, server);
  await page.keyboard.press("F2");
  await expect(button(page, say("counter:coupon.type"))).toBeVisible();
  await scanByKeys(page, code);
  await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
  await expect(button(page, say("counter:coupon.collect"))).toBeFocused();
  await scanByKeys(page, "39GA7AFG");
  await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
  await page.keyboard.press("Enter", BY_HAND);
  await expect(heading(page, say("counter:verdict.taken.title"))).toBeVisible();
  await page.keyboard.press("Enter", BY_HAND);
  await expect(button(page, say("counter:coupon.type"))).toBeVisible();
});
