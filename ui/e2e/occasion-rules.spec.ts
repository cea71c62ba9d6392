import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { audit } from "./support/audit";
import { awardAtTill, openTill } from "./support/counter";
import { liveRule } from "./support/earningRules";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

// The factor gives these tests a separate server, because their rules would give points in other tests.
test.use({ sourceScale: 127 });

const BUDGET = { budget: { unit: "points", amount: 100_000 } };
const WELCOME = {
  name: { en: "welcome gift", zh: "见面礼", zhhk: "見面禮" },
  bonus: { kind: "fixed", points: 30 },
  occasion: { kind: "welcome", withinDays: 30 },
  ...BUDGET,
};
const SECOND = {
  name: { en: "back again", zh: "再次光临", zhhk: "再次光臨" },
  bonus: { kind: "fixed", points: 15 },
  occasion: { kind: "nthPurchase", n: 2 },
  ...BUDGET,
};

inEachLanguage((language) => {
  test("the first purchase earns a welcome bonus, and the second one that of the second purchase", async ({
    page,
    say,
    server,
    anotherPhone,
  }) => {
    await liveRule(server, WELCOME);
    await liveRule(server, SECOND);
    const member = await newMember(server);
    const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
    await logIn(phone, say, member.email);
    await openTill(page, say, server);

    for (const [rule, bonus] of [
      [WELCOME, 30],
      [SECOND, 15],
    ] as const) {
      const name = rule.name[language];
      await test.step(name, async () => {
        await awardAtTill(page, say, member.shortId, 40, 40 + bonus);
        const slip = page.getByRole("dialog");
        await expect(slip.getByRole("term").filter({ hasText: name })).toBeVisible();
        await audit(page, `an award with the bonus ${name}`);
        await slip.getByRole("button", { name: say("counter:done.next"), exact: true }).click();
        await phone.goto(paths.points);
        await expect(phone.getByRole("button", { name: `40 + ${bonus} ${name}` })).toContainText(
          `+${40 + bonus}`,
        );
        await audit(phone, `points with the bonus ${name}`);
      });
    }

    await awardAtTill(page, say, member.shortId, 40);
    await expect(
      page
        .getByRole("dialog")
        .getByRole("term")
        .filter({ hasText: new RegExp([WELCOME, SECOND].map(({ name }) => name[language]).join("|")) }),
    ).toHaveCount(0);
  });
});
