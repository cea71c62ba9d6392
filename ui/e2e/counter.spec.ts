import type { Page } from "@playwright/test";
import { formatShortId } from "../src/i18n/format";
import { button, heading, logIn, stencil } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { awardAtTill, findMember, openTill, press, typeCardPin } from "./support/counter";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { expectBalance } from "./support/journey";
import { keysSent } from "./support/keys";
import { CARD_PIN, newCardHolder, newMember, openedCoupon } from "./support/people";
import type { Say } from "./support/words";

async function check(page: Page, say: Say, code: string) {
  await button(page, say("counter:coupon.type")).click();
  await page.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill(code);
  await button(page, say("counter:coupon.check")).click();
}

inEachLanguage(() => {
  test("the award desk tells codes apart, and the camera is off until it is turned on", async ({
    page,
    say,
    server,
    watch,
  }) => {
    const member = await newMember(server, { points: 1500 });
    await openTill(page, say, server);
    const code = await openedCoupon(server, member.email);
    // One short code in 32 may be the id of a member too.
    watch.expectStatus(404, "/api/merchant/lookup");
    await test.step("a coupon at the award desk opens the other desk, and other codes are told apart", async () => {
      for (const [typed, kind] of [
        ["https://points.example/earn/E2~abc", "link"],
        ["TX-26316-K7Q2", "slip"],
      ] as const) {
        await findMember(page, say, typed);
        await expect(page.getByText(say(`counter:award.shown.${kind}`))).toBeVisible();
        await page.reload();
      }
      await findMember(page, say, code);
      await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
      await expect(page.getByText(say("counter:coupon.moved"))).toBeVisible();
      await auditBoth(page, "a coupon that the award desk was shown");
      await button(page, say("counter:coupon.close")).click();
      await button(page, say("counter:jobs.award")).click();
    });

    await test.step("the camera is off until it is turned on, and the till keeps that", async () => {
      await expect(page.getByText(say("counter:scanner.ready"))).toBeVisible();
      await expect(page.locator("video")).toHaveCount(0);
      await audit(page, "a till that waits for its scanner");
      await button(page, say("scan:backToCamera")).click();
      await expect(page.locator("video")).toBeVisible();
      await page.reload();
      await expect(page.locator("video")).toBeVisible();
      await button(page, say("scan:cameraOff")).click();
      await expect(page.locator("video")).toHaveCount(0);
    });
  });

  test("a device becomes a till, awards points and collects a coupon", async ({
    page,
    say,
    server,
    watch,
    anotherPhone,
  }) => {
    watch.expectStatus(404, "/api/merchant/lookup");
    const member = await newMember(server, { points: 1500 });
    await openTill(page, say, server);
    await audit(page, "the counter");

    await test.step("points for a purchase", async () => {
      await findMember(page, say, "K7Q2M9XA");
      await expect(page.getByRole("alert")).toContainText(say("counter:award.notFound"));
      await page.getByRole("textbox", { name: say("counter:award.typeLabel") }).fill(member.shortId);
      await button(page, say("counter:award.lookUp")).click();
      await expect(page.getByText(formatShortId(member.shortId))).toBeVisible();
      await expect(page.getByText("Ka Yan L.")).toBeVisible();
      await press(page, "42");
      await button(page, say("counter:keypad.point")).click();
      await press(page, "50");
      await page.getByRole("switch", { name: say("counter:award.card") }).check();
      // The balance before and after stands below the reasons, once the server has computed them.
      const reasons = page.getByRole("list", { name: say("counter:because.title") });
      const balance = reasons.getByRole("listitem").filter({ hasText: say("counter:because.balance") });
      await expect(balance).toContainText("1,500");
      await expect(balance).toContainText("1,627");
      await audit(page, "a purchase");
      await button(page, say("counter:award.submit", { count: 127, points: "127" })).click();
      await expect(heading(page, say("counter:done.title"))).toBeVisible();
      await expect(stencil(page.getByRole("dialog"), "+127")).toBeVisible();
      await audit(page, "points awarded");
      await button(page, say("counter:done.send")).click();
      const sent = button(page, say("counter:done.sent", { name: "Ka Yan L." }));
      await expect(sent).toBeDisabled();
      await audit(page, "points awarded, and the slip sent");
      await button(page, say("counter:done.next")).click();
    });

    await test.step("the member sees the points", async () => {
      const phone = await anotherPhone();
      await logIn(phone, say, member.email);
      await expectBalance(phone, 1627);
    });

    await test.step("a coupon is collected", async () => {
      const code = await openedCoupon(server, member.email);
      await button(page, say("counter:jobs.coupon")).click();
      await check(page, say, code);
      await expect(heading(page, say("counter:verdict.valid.title"))).toBeVisible();
      await expect(page.getByRole("timer")).toBeVisible();
      await audit(page, "a valid coupon");
      await button(page, say("counter:coupon.collect")).click();
      await expect(heading(page, say("counter:verdict.taken.title"))).toBeVisible();
      await audit(page, "a coupon collected");
      await button(page, say("counter:coupon.another")).click();
      await page.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill(code);
      await button(page, say("counter:coupon.check")).click();
      await expect(heading(page, say("counter:verdict.collected.title"))).toBeVisible();
      await expect(page.getByRole("definition").filter({ hasText: "Ah Fan" })).toBeVisible();
      await audit(page, "a coupon collected before");
      await button(page, say("counter:coupon.another")).click();
      await page.getByRole("textbox", { name: say("counter:coupon.typeLabel") }).fill("NOTHING");
      await button(page, say("counter:coupon.check")).click();
      await expect(heading(page, say("counter:verdict.unknown.title"))).toBeVisible();
      await audit(page, "a code that nobody knows");
      await button(page, say("counter:coupon.another")).click();
    });

    await test.step("the day's list shows both", async () => {
      await button(page, say("counter:menu.title")).click();
      await audit(page, "the till's menu");
      await button(page, say("counter:today.title")).click();
      await expect(page.getByRole("listitem").filter({ hasText: "+127" })).toBeVisible();
      await audit(page, "the till's day");
    });

    await test.step("its slip is given again", async () => {
      await button(page.getByRole("listitem").filter({ hasText: "+127" }), say("counter:slip.open")).click();
      const sheet = page.getByRole("dialog", { name: say("counter:slip.title") });
      await expect(sheet.getByRole("definition").filter({ hasText: /^TX-\d{5}-/ })).toBeVisible();
      await auditBoth(page, "the slip of an earlier award");
      await page.emulateMedia({ media: "print" });
      await expect(sheet.getByText(say("counter:slip.copy"), { exact: true })).toBeVisible();
      await expect(button(sheet, say("counter:done.print"))).toBeHidden();
      await page.emulateMedia({ media: null });
      await button(sheet, say("counter:done.send")).click();
      await expect(button(sheet, say("counter:done.sent", { name: "Ka Yan L." }))).toBeDisabled();
    });
  });
});

inEachLanguage(() => {
  test("a tablet lists what it did last beside the scanner", async ({ page, say, server }) => {
    const member = await newMember(server);
    await page.setViewportSize({ width: 1024, height: 768 });
    await openTill(page, say, server);
    await expect(page.getByText(say("counter:today.empty"))).toBeVisible();
    await auditBoth(page, "a tablet that waits for its first customer");
    await awardAtTill(page, say, member.shortId, 88);
    await expect(stencil(page.getByRole("definition"), "88")).toBeInViewport({ ratio: 1 });
    await expect(button(page, say("counter:done.print"))).toBeInViewport({ ratio: 1 });
    await button(page, say("counter:done.next")).click();
    const field = page.getByRole("textbox", { name: say("counter:award.typeLabel") });
    await expect(field, "the next customer's").toHaveValue("");
    await expect(page.getByRole("listitem").filter({ hasText: "Ka Yan L." })).toContainText("+88");
    await auditBoth(page, "a tablet after an award");
    await button(page, say("counter:today.all")).click();
    await expect(heading(page, say("counter:today.title"))).toBeVisible();
  });
});

test("an award by mistake is undone, once", async ({ page, say, server }) => {
  const member = await newMember(server);
  await openTill(page, say, server);
  await awardAtTill(page, say, member.shortId, 99);
  const undo = page.getByRole("button", {
    name: new RegExp(say("counter:undo.short", { time: "…" }).replace("…", "\\d:\\d\\d")),
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(undo, "visible on a tablet in landscape").toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 375, height: 812 });
  await undo.click();
  await expect(heading(page, say("counter:undo.done"))).toBeVisible();
  await expect(stencil(page.getByRole("dialog"), "−99")).toBeVisible();
  await audit(page, "points undone");
});

inOneLanguage("zhhk", () => {
  test("a mistake noticed during the next customer is undone in the day's list", async ({
    page,
    say,
    server,
  }) => {
    const member = await newMember(server);
    await openTill(page, say, server);
    await page.setViewportSize({ width: 375, height: 812 });
    for (const bill of [99, 20]) {
      await awardAtTill(page, say, member.shortId, bill);
      await button(page, say("counter:done.next")).click();
    }
    await page.reload();
    await button(page, say("counter:menu.title")).click();
    await button(page, say("counter:today.title")).click();
    const slip = page.getByRole("listitem").filter({ hasText: "99" });
    const left = new RegExp(say("counter:undo.submit", { time: "…" }).replace("…", "4:\\d\\d"));
    await expect(page.getByRole("button", { name: left })).toHaveCount(2);
    await slip.getByRole("button", { name: left }).scrollIntoViewIfNeeded();
    await audit(page, "awards that can be undone");
    await slip.getByRole("button", { name: left }).click();
    const sheet = page.getByRole("dialog", { name: say("counter:undo.ask") });
    await expect(sheet.getByText("HK$99.00")).toBeVisible();
    await expect(button(sheet, say("counter:undo.keep")), "within a thumb's reach").toBeInViewport({
      ratio: 1,
    });
    const box = await sheet.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0)), "at the bottom of the screen").toBe(812);
    await audit(page, "an award before it is undone");
    await button(sheet, say("counter:undo.keep")).click();
    await expect(slip).toContainText("+99");
    await slip.getByRole("button", { name: left }).click();
    await sheet.getByRole("button", { name: left }).click();
    const undone = page.getByRole("dialog", { name: say("counter:undo.done") });
    await expect(undone.getByRole("definition").filter({ hasText: "−99" })).toBeVisible();
    await audit(page, "an award that was undone");
    await button(undone, say("counter:undo.back")).click();
    await expect(slip).toContainText(say("counter:today.undone"));
    await expect(page.getByRole("button", { name: left })).toHaveCount(1);
    await expect(page.getByRole("main")).toContainText("+20");
  });
});

test("an award is made once across taps, faults and a reload", async ({ page, say, server, watch }) => {
  watch.expectCutLine();
  const member = await newMember(server);
  await openTill(page, say, server);
  await findMember(page, say, member.shortId);
  await press(page, "30");
  let sent = 0;
  // The server gets the call; its answer is lost.
  await page.route("**/api/merchant/award", async (route) => {
    sent++;
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  const give = button(page, say("counter:award.submit", { count: 30, points: "30" }));
  await give.dblclick();
  await expect(page.getByText(say("counter:line.once"))).toBeVisible();
  expect(sent, "one call, however often it is tapped").toBe(1);
  await expect(button(page, say("counter:line.now")), "what may be done, without scrolling").toBeInViewport({
    ratio: 1,
  });
  await audit(page, "a line that is down");
  await page.reload();
  await expect(page.getByText(say("counter:line.once"))).toBeVisible();
  await page.unroute("**/api/merchant/award");
  await expect(heading(page, say("counter:done.title"))).toBeVisible();
  await button(page, say("counter:done.next")).click();
  await test.step("the next customer starts with an empty form", async () => {
    await findMember(page, say, (await newMember(server)).shortId);
    await expect(button(page, say("counter:award.submitEmpty"))).toBeDisabled();
    await expect(page.getByRole("status").filter({ hasText: "+30" })).toHaveCount(0);
    await button(page, say("counter:award.change")).click();
  });
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  await expect(page.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
});

test("an app killed during a call awards once, with the same key", async ({ page, say, server, watch }) => {
  watch.expectCutLine();
  const member = await newMember(server);
  await openTill(page, say, server);
  await findMember(page, say, member.shortId);
  await press(page, "30");
  const context = page.context();
  const keys = keysSent(context, "/api/merchant/award");
  // The server gets the call; its answer never arrives.
  await context.route("**/api/merchant/award", async (route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await button(page, say("counter:award.submit", { count: 30, points: "30" })).click();
  await expect(page.getByText(say("counter:line.once"))).toBeVisible();
  await page.close();
  await context.unroute("**/api/merchant/award");

  const again = await context.newPage();
  await again.goto("/merchant");
  await expect(heading(again, say("counter:done.title"))).toBeVisible();
  await button(again, say("counter:done.next")).click();
  expect(new Set(keys).size, "one key, however often it was sent").toBe(1);
  expect(keys.length).toBeGreaterThan(1);
  await button(again, say("counter:menu.title")).click();
  await button(again, say("counter:today.title")).click();
  await expect(again.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
});

test("an award that waits for the connection survives a visit to another screen", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectCutLine();
  const member = await newMember(server);
  await openTill(page, say, server);
  await findMember(page, say, member.shortId);
  await press(page, "30");
  await page.route("**/api/merchant/award", async (route) => {
    await route.fetch();
    await route.abort("internetdisconnected");
  });
  await button(page, say("counter:award.submit", { count: 30, points: "30" })).click();
  await expect(page.getByText(say("counter:line.once"))).toBeVisible();
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  await expect(page.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
  await page.unroute("**/api/merchant/award");
  await button(page, say("counter:today.back")).click();
  await expect(heading(page, say("counter:done.title"))).toBeVisible();
  await button(page, say("counter:done.next")).click();
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  await expect(page.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
});

test("an award that finishes while the day's list is open is shown on return", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server);
  await openTill(page, say, server);
  await findMember(page, say, member.shortId);
  await press(page, "30");
  const keys: (string | undefined)[] = [];
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/api/merchant/award", async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await button(page, say("counter:award.submit", { count: 30, points: "30" })).click();
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  await expect(page.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
  const answered = page.waitForResponse("**/api/merchant/award");
  letGo();
  await (await answered).finished();
  await button(page, say("counter:today.back")).click();
  await expect(heading(page, say("counter:done.title"))).toBeVisible();
  await expect(stencil(page.getByRole("dialog"), "+30")).toBeVisible();
  expect(new Set(keys).size, "one key, however often it was sent").toBe(1);
  await button(page, say("counter:done.next")).click();
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  await expect(page.getByRole("listitem").filter({ hasText: "+30" })).toHaveCount(1);
});

test("a coupon redeemed for a card is sent once, and the next one has its own key", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectCutLine();
  const card = await newCardHolder(server, 20_000);
  await openTill(page, say, server);
  const keys = keysSent(page.context(), "/api/merchant/card/redeem");
  const sheet = page.getByRole("dialog").last();
  const choose = async () => {
    await findMember(page, say, card);
    await button(page, say("counter:cardCoupons.open")).click();
    await sheet.getByRole("listitem").first().getByRole("button").click();
    await typeCardPin(page, say, CARD_PIN);
  };
  await test.step("the dialog stays open while the call is pending", async () => {
    // The server gets the call; its answer never arrives.
    await page.route("**/api/merchant/card/redeem", async (route) => {
      await route.fetch();
      await route.abort("internetdisconnected");
    });
    await choose();
    await expect(sheet.getByText(say("counter:line.once"))).toBeVisible();
    await expect(button(page, say("counter:cardPin.cancel"))).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(sheet.getByText(say("counter:line.once"))).toBeVisible();
    await audit(page, "a hand-over that waits for the line");
  });
  await test.step("after a reload during the call, the result is shown", async () => {
    await page.reload();
    await expect(sheet.getByText(say("counter:line.once"))).toBeVisible();
    await page.unroute("**/api/merchant/card/redeem");
    await expect(heading(page, say("counter:cardCoupons.done"))).toBeVisible();
    expect(new Set(keys).size, "one key, however often it was sent").toBe(1);
    await button(page, say("counter:done.next")).click();
  });
  await test.step("a second coupon is a separate call", async () => {
    await choose();
    await expect(heading(page, say("counter:cardCoupons.done"))).toBeVisible();
    expect(new Set(keys).size, "a new key").toBe(2);
    await button(page, say("counter:done.next")).click();
  });
});

test("a day with many events is listed from its first event", async ({ page, say, server }) => {
  const member = await newMember(server);
  await openTill(page, say, server);
  await page.evaluate(async (shortId) => {
    for (let bill = 1; bill <= 51; bill++)
      await fetch("/api/merchant/award", {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": `a-long-day-${shortId}-${bill}` },
        body: JSON.stringify({ member: shortId, amountHkd: String(bill) }),
      });
  }, member.shortId);
  await button(page, say("counter:menu.title")).click();
  await button(page, say("counter:today.title")).click();
  const lines = page.getByRole("main").getByRole("listitem");
  await expect(lines).toHaveCount(50);
  await button(page, say("counter:today.earlier")).click();
  await expect(lines).toHaveCount(51);
  await expect(button(page, say("counter:today.earlier"))).toHaveCount(0);
  await audit(page, "a long day at a till");
});

test.describe("on a tablet", () => {
  test.use({ viewport: { width: 1280, height: 960 } });

  test("the camera stays beside the keys", async ({ page, say, server }) => {
    const member = await newMember(server);
    await openTill(page, say, server);
    await findMember(page, say, member.shortId);
    await press(page, "88");
    await expect(stencil(page, "+88")).toBeVisible();
    await audit(page, "the counter on a tablet");
  });
});

test("a reload keeps the bill that was being typed", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 0 });
  await openTill(page, say, server);
  await findMember(page, say, member.shortId);
  await press(page, "1234");
  await page.getByRole("textbox", { name: say("counter:award.receipt") }).fill("R-7");
  await page.reload();
  await expect(page.getByText(formatShortId(member.shortId))).toBeVisible();
  await expect(stencil(page, "HK$1,234")).toBeVisible();
  await expect(page.getByRole("textbox", { name: say("counter:award.receipt") })).toHaveValue("R-7");
  await button(page, say("counter:award.change")).click();
  await page.reload();
  await expect(page.getByText(formatShortId(member.shortId))).toHaveCount(0);
});
