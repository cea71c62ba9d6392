import { formatDate } from "../src/i18n/format";
import { button, heading } from "./support/app";
import { audit, auditDark } from "./support/audit";
import { awardAtTill, openTill } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, type Member, merchant, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";

// A separate server, because the goals of this file count at the counter of the demo.
test.use({ sourceScale: 110 });

const UNTIL = "2099-06-30";

/** Switches a stamp card on that counts at the counter of the demo, in place of the one before. */
async function stampCard(server: Server, over: object) {
  const token = await staffToken(server, "operator@kapok.example");
  const { partnerId } = await merchant(server);
  const name = { en: "Milk tea card", zh: "奶茶卡", zhhk: "奶茶卡" };
  const goals: { _id: string; versions: { goal: { name: { en: string } } }[] }[] = await call(
    server,
    "GET",
    "/api/admin/goals",
    { token },
  );
  for (const { _id } of goals.filter(({ versions }) => versions[0]?.goal.name.en === name.en))
    await call(server, "POST", `/api/admin/goals/${_id}/switch-off`, { token });
  const body = {
    name,
    kind: "stampCard",
    counts: "purchases",
    target: 2,
    partners: [partnerId],
    until: UNTIL,
    reward: { kind: "badge" },
    ...over,
  };
  const { _id } = await call(server, "POST", "/api/admin/goals", { token, body });
  const headers = { "If-Match": "*" };
  await call(server, "POST", `/api/admin/goals/${_id}/switch-on`, { token, headers, body: {} });
}

inEachLanguage((language) => {
  test("the till shows the card, its last stamp, and a card that takes no more today", async ({
    page,
    say,
    server,
  }) => {
    const award = ({ shortId }: Member) => awardAtTill(page, say, shortId, 30);
    const card = page.getByRole("dialog");
    const count = (progress: number, of: number) =>
      card.getByRole("img", { name: say("counter:stamp.count", { progress, count: of }) });
    const member = await newMember(server);
    await stampCard(server, { target: 2 });
    await openTill(page, say, server);

    await award(member);
    await expect(heading(card, say("counter:stamp.added", { count: 1 }))).toBeVisible();
    await expect(count(1, 2)).toBeVisible();
    const reward = say("counter:stamp.reward.badge");
    await expect(card.getByText(say("counter:stamp.more", { count: 1, reward }))).toBeVisible();
    const day = formatDate(`${UNTIL}T04:00:00.000Z`, language);
    await expect(card.getByText(say("counter:stamp.until", { day }))).toBeVisible();
    await expect(button(card, say("counter:done.next"))).toBeFocused();
    await audit(page, "the first stamp at the till");
    await card.getByText(say("counter:stamp.details")).click();
    await expect(card.getByRole("definition").filter({ hasText: "HK$30.00" })).toBeVisible();
    await audit(page, "the bill behind a stamp");
    await button(card, say("counter:done.next")).click();

    await award(member);
    await expect(heading(card, say("counter:stamp.full"))).toBeVisible();
    await expect(count(2, 2)).toBeVisible();
    await auditDark(page, "the last stamp at the till");
    await button(card, say("counter:done.next")).click();

    const other = await newMember(server);
    await stampCard(server, { target: 10, perDay: 1 });
    await award(other);
    await expect(count(1, 10)).toBeVisible();
    await button(card, say("counter:done.next")).click();
    await award(other);
    await expect(heading(card, say("counter:stamp.fullToday"))).toBeVisible();
    await expect(card.getByText(say("counter:stamp.today"))).toBeVisible();
    await expect(count(1, 10)).toBeVisible();
    await audit(page, "a card that takes no more today");
    const undo = new RegExp(say("counter:undo.short", { time: "\\d:\\d\\d" }));
    await card.getByRole("button", { name: undo }).click();
    await expect(heading(card, say("counter:undo.done"))).toBeVisible();
    await button(card, say("counter:done.next")).click();
  });
});
