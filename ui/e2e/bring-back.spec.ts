import type { Page } from "@playwright/test";
import { noonOf, type PointsOutlook } from "../src/api/outlook";
import { formatDay, formatPoints } from "../src/i18n/format";
import { paths } from "../src/shared/paths";
import { button, heading, logIn, stencil } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, settleIn, tokenOf } from "./support/people";

test.use({ programme: "filled", sourceScale: 106 });

const PHONE = { viewport: { width: 375, height: 812 } };
/** Members of the demo whose points have just expired. The points that one test brings back are missing in the next. */
const MEMBERS = {
  en: "neighbour98@kapok.example",
  zh: "neighbour99@kapok.example",
  zhhk: "neighbour97@kapok.example",
};
const IN_HISTORY = { en: "Points brought back", zh: "找回积分", zhhk: "取回積分" };

inEachLanguage((language) => {
  test("expired points are found on Home and come back with one tap, once", async ({
    page,
    say,
    server,
    anotherPhone,
    watch,
  }) => {
    test.setTimeout(120_000);
    watch.expectStatus(404, "/api/transaction/bringBack");
    const email = MEMBERS[language];
    await settleIn(server, email);
    const token = await tokenOf(server, email);
    const outlook = (): Promise<PointsOutlook> => call(server, "GET", "/api/transaction/expiring", { token });
    const balance = async (): Promise<number> =>
      (await call(server, "GET", "/api/auth/getUserInfo", { token })).points;
    const [before, [lost]] = [await balance(), (await outlook()).expired];
    if (!lost) throw new Error("the demo has no expired points");
    expect(before).toBeGreaterThan(0);
    const count = { count: lost.points, points: formatPoints(lost.points) };
    const after = formatPoints(before + lost.points);
    const day = (text: string) => formatDay(noonOf(text), language);
    const offer = (phone: Page) => phone.getByRole("button", { name: say("points:lots.expired", count) });

    await page.setViewportSize(PHONE.viewport);
    await logIn(page, say, email);
    const fact = page.getByText(say("points:stub.expired", count));
    await expect(fact).toBeVisible();
    await expect(page.getByText(say("points:stub.bringBack", { day: day(lost.until) }))).toBeVisible();
    await auditBoth(page, `Home with points that can be brought back, ${language}`);

    const late = await anotherPhone(PHONE);
    await logIn(late, say, email);
    await late.goto(paths.points);
    await offer(late).click();
    await expect(late.getByRole("dialog")).toBeVisible();

    await fact.click();
    await expect(page).toHaveURL(paths.points);
    await expect(stencil(page, formatPoints(before))).toBeVisible();
    await offer(page).click();
    const sheet = page.getByRole("dialog");
    await expect(heading(page, say("points:lots.back.title", count))).toBeVisible();
    await auditBoth(page, `the sheet that offers points back, ${language}`);
    await button(sheet, say("points:lots.back.do", count)).click();
    await expect(page.getByText(say("points:lots.back.done", count))).toBeVisible();
    await expect(sheet).toBeHidden();
    const isBack = async () => {
      await expect(stencil(page, after)).toBeVisible();
      await expect(offer(page)).toHaveCount(0);
      const ends = say("points:lots.expire", { ...count, day: day(lost.useBy) });
      await expect(page.getByText(ends)).toBeVisible();
      await expect(page.getByText(IN_HISTORY[language])).toHaveCount(1);
    };
    await isBack();
    await audit(page, `Points with points that came back, ${language}`);

    // The other phone still shows the offer.
    const gone = late.getByRole("dialog");
    await button(gone, say("points:lots.back.do", count)).click();
    await expect(gone.getByRole("alert")).toBeVisible();
    await audit(late, `an offer that is gone, ${language}`);
    await button(gone, say("points:lots.back.let")).click();
    await expect(gone).toBeHidden();
    await expect(offer(late)).toHaveCount(0);

    await page.reload();
    await isBack();
    expect([await balance(), (await outlook()).expired]).toEqual([before + lost.points, []]);
    await page.goto(paths.home);
    await expect(stencil(page, after)).toBeVisible();
    await expect(page.getByText(say("points:stub.expire", count))).toBeVisible();
    await expect(fact).toHaveCount(0);
  });
});
