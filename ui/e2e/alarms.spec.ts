import { randomUUID } from "node:crypto";
import { adminPaths } from "../src/admin/paths";
import { paths } from "../src/shared/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { alarmPane, look, queueTab, watching } from "./support/alarms";
import { button, heading, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, call, decide, type Member, newMember, sendPoints, tokenOf } from "./support/people";
import type { Server } from "./support/server";

// A separate server, because these tests switch alarms on.
test.use({ sourceScale: 101 });

/** Three senders or three awards of one pair raise an alarm. */
const ALARMS = watching({ pair: {}, fanIn: {} });

/** Two new members and Mei Yi Chan of the demo send points to one member. */
async function fanIn(server: Server): Promise<Member> {
  const target = await newMember(server);
  for (const sender of [await newMember(server, { points: 40 }), await newMember(server, { points: 40 })])
    await call(server, "POST", "/api/transaction/transfer", {
      token: await tokenOf(server, sender.email),
      headers: { "Idempotency-Key": randomUUID() },
      body: { recipient: target.shortId, amount: 40 },
    });
  await sendPoints(server, target.shortId, 5);
  return target;
}

inEachLanguage((language) => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("transfers of many to one raise an alarm; its points are held and released", async ({
      page,
      say,
      server,
      anotherPhone,
    }) => {
      await decide(server, { alarms: ALARMS });
      const target = await fanIn(server);
      await signIn(page, say, OPERATOR, adminPaths.alarms);
      await look(page, say);
      await button(page, say("adminAlarms:kinds.fan_in")).first().click();
      const pane = alarmPane(page, say);
      await expect(heading(pane, say("adminAlarms:transactions", { count: 3 }))).toBeVisible();
      const told = (sender: string) => say("adminAlarms:fromTo", { sender, member: "Ka Yan Lau" });
      await expect(pane.getByText(told("Ka Yan Lau"))).toHaveCount(2);
      await expect(pane.getByText(told("Mei Yi Chan"))).toHaveCount(1);
      await auditBoth(page, "an alarm about transfers");

      const hold = button(pane, say("adminAlarms:hold.do", { count: 85, points: "85" }));
      await hold.click();
      await expect(pane.getByText(say("adminAlarms:note.missing"))).toBeVisible();
      await audit(page, "a hold without a note");
      await field(page, say("adminAlarms:note.label")).fill("Three accounts of one household");
      await hold.click();
      await expect(page.getByText(say("adminAlarms:hold.done", { count: 85, points: "85" }))).toBeVisible();

      const phone = await anotherPhone({ viewport: { width: 375, height: 812 } });
      await logIn(phone, say, target.email);
      await phone.goto(paths.points);
      const [held = ""] = say("points:held", { count: 85, points: "85", day: "|" }).split("|");
      await expect(phone.getByText(held)).toBeVisible();
      await audit(phone, "points on hold");

      await queueTab(page, say, "held").click();
      await button(page, say("adminAlarms:kinds.fan_in")).first().click();
      await field(page, say("adminAlarms:note.label")).fill("A birthday present, they say");
      await audit(page, "an alarm with points on hold");
      await button(pane, say("adminAlarms:release.do")).click();
      await expect(page.getByText(say("adminAlarms:release.done"))).toBeVisible();
      await phone.reload();
      await expect(phone.getByText(held)).toHaveCount(0);
      await queueTab(page, say, "done").click();
      await button(page, say("adminAlarms:kinds.fan_in")).first().click();
      await expect(pane.getByText("A birthday present, they say")).toBeVisible();
      await audit(page, "an alarm that was released");
    });

    test("many awards by a cashier to a member raise an alarm, which is dismissed", async ({
      page,
      say,
      server,
    }) => {
      await decide(server, { alarms: ALARMS });
      const member = await newMember(server);
      for (const nth of [1, 2, 3]) await award(server, member, "11.00", `P-${language}-${nth}`);
      await signIn(page, say, OPERATOR, adminPaths.alarms);
      await look(page, say);
      await button(page, say("adminAlarms:kinds.pair")).first().click();
      const pane = alarmPane(page, say);
      for (const nth of [1, 2, 3]) await expect(pane.getByText(`P-${language}-${nth}`)).toBeVisible();
      await audit(page, "an alarm about a cashier");
      await field(page, say("adminAlarms:note.label")).fill("Staff canteen");
      await button(pane, say("adminAlarms:dismiss.do")).click();
      await expect(page.getByText(say("adminAlarms:dismiss.done", { count: 1 }))).toBeVisible();

      // The pair is quiet, and more awards raise nothing.
      await award(server, member, "11.00", `P-${language}-4`);
      await look(page, say);
      await expect(button(page, say("adminAlarms:kinds.pair"))).toHaveCount(0);
      await queueTab(page, say, "done").click();
      await button(page, say("adminAlarms:kinds.pair")).first().click();
      await expect(pane.getByText("Staff canteen")).toBeVisible();
      await audit(page, "an alarm that was dismissed");
    });
  });
});
