import { localized } from "../src/i18n/language";
import { effectOf, nextBonus } from "../src/shared/bonuses/bonuses";
import { heading, logIn, untilOnHome } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { awardAtTill, openTill } from "./support/counter";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, merchant, newMember, tokenOf } from "./support/people";

// These tests add rules at the demo's merchant, where tests of other files expect the partner's rates alone.
test.use({ sourceScale: 121 });

const MINUTE_MS = 60_000;

/** Hours in Hong Kong that run now and end within so many minutes, or at midnight. */
function runningHours(minutes: number): { from: string; until: string } {
  const clock = (time: number) => new Date(time + 8 * 60 * MINUTE_MS).toISOString().slice(11, 16);
  const [now, end] = [clock(Date.now()), clock(Date.now() + minutes * MINUTE_MS)];
  return { from: "00:00", until: end > now ? end : "24:00" };
}

inEachLanguage((language) => {
  test("Home shows the next bonus, which leads to the partner's page", async ({ page, say, server }) => {
    const member = await newMember(server);
    const token = await tokenOf(server, member.email);
    const told = await call(server, "GET", "/api/partner/bonuses", { token });
    const next = nextBonus(told);
    if (!next?.partnerName) throw new Error("the demo has a bonus at one partner");
    await page.setViewportSize({ width: 375, height: 812 });
    await logIn(page, say, member.email);
    const strip = page.getByRole("link").filter({ hasText: localized(next.name, language) });
    await untilOnHome(page, say, strip);
    await expect(strip).toContainText(localized(next.partnerName, language));
    await expect(strip).toContainText(effectOf(next.bonus));
    await auditBoth(page, "the next bonus on Home");
    await strip.click();
    await expect(heading(page, localized(next.partnerName, language))).toBeVisible();
    const bonuses = page.getByRole("list", { name: say("explorer:bonus.title") });
    await expect(bonuses.getByRole("listitem").first()).toContainText(localized(next.name, language));
    await auditBoth(page, "the bonuses of a partner");
  });

  test("the till shows a bonus hour with its budget until the budget is spent", async ({
    page,
    say,
    server,
  }) => {
    const { partnerId } = await merchant(server);
    const name = `lantern hour ${language}`;
    await liveRule(server, {
      name: { en: name, zh: name, zhhk: name },
      bonus: { kind: "multiplier", factor: "2" },
      hours: runningHours(50),
      partners: [partnerId],
      budget: { unit: "points", amount: 100 },
    });
    const member = await newMember(server);
    await page.setViewportSize({ width: 375, height: 812 });
    await openTill(page, say, server);
    const banner = page.getByRole("region", { name: say("counter:bonusHour.title"), exact: true });
    await expect(banner).toContainText(name);
    await expect(banner).toContainText("×2");
    const budget = (left: number) =>
      say("counter:bonusHour.leftPoints", { count: 100, left: String(left), amount: "100" });
    await expect(banner).toContainText(budget(100));
    await auditBoth(page, "a bonus hour at the till");
    await awardAtTill(page, say, member.shortId, 30, 60);
    await page.getByRole("button", { name: say("counter:done.next") }).click();
    await expect(banner).toContainText(budget(70));
    await awardAtTill(page, say, member.shortId, 90, 160);
    await page.getByRole("button", { name: say("counter:done.next") }).click();
    const over = page.getByRole("region", { name: say("counter:bonusHour.spentTitle") });
    await expect(over).toContainText(say("counter:bonusHour.spent"));
    await expect(banner).toHaveCount(0);
    await audit(page, "a bonus hour whose budget is spent");
  });
});
