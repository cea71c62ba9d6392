import { adminPaths } from "../src/admin/paths";
import { ADMIN_WINDOW, field, OPERATOR, signIn } from "./support/admin";
import { alarmPane, look, watching } from "./support/alarms";
import { button, heading, link } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { openTill } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { decide, newMember } from "./support/people";

// A separate server, because these tests switch alarms on and pause a cashier.
test.use({ sourceScale: 111 });

inEachLanguage(() => {
  test.describe("at the desk", () => {
    test.use(ADMIN_WINDOW);

    test("a cashier is paused from an alarm and let in again", async ({
      page,
      say,
      server,
      anotherPhone,
    }) => {
      await decide(server, { alarms: watching({ pair: {} }) });
      const member = await newMember(server);
      const till = await anotherPhone();
      await openTill(till, say, server);
      await till.evaluate(async (shortId) => {
        for (let nth = 0; nth < 3; nth++)
          await fetch("/api/merchant/award", {
            method: "POST",
            headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
            body: JSON.stringify({ member: shortId, amountHkd: "20.00" }),
          });
      }, member.shortId);
      await signIn(page, say, OPERATOR, adminPaths.alarms);
      await look(page, say);
      await button(page, say("adminAlarms:kinds.pair")).first().click();
      const pane = alarmPane(page, say);
      const pause = button(pane, say("adminAlarms:pauseCashier.do"));
      await pause.click();
      await expect(pane.getByText(say("adminAlarms:note.missing"))).toBeVisible();
      await field(page, say("adminAlarms:note.label")).fill("Three awards to one member");
      await auditBoth(page, "an alarm about a cashier");
      await pause.click();
      await expect(pane.getByText(say("adminAlarms:paused"), { exact: true })).toBeVisible();
      await expect(pane.getByText("Three awards to one member")).toBeVisible();
      await audit(page, "a cashier who was paused");
      await till.reload();
      await expect(heading(till, say("counter:signIn.who"))).toBeVisible();
      await expect(button(till, "Ah Fan")).toHaveCount(0);

      const all = link(pane, say("adminAlarms:all", { count: 3 }));
      await expect(all).toHaveAttribute("href", /q=\w+&partner=[^&]+&cashier=[^&]+&from=.*&to=/);
      await field(page, say("adminAlarms:note.label")).fill("Agreed with the owner");
      await button(pane, say("adminAlarms:resumeCashier.do")).click();
      await expect(pause).toBeVisible();
      const address = (await all.getAttribute("href")) ?? "";
      // An alarm that stays open would be in the list of the next test too.
      await field(page, say("adminAlarms:note.label")).fill("Staff meal");
      await button(pane, say("adminAlarms:dismiss.do")).click();
      await expect(page.getByText(say("adminAlarms:dismiss.done", { count: 1 }))).toBeVisible();
      await page.goto(address);
      await expect(page.getByRole("table").getByRole("row")).toHaveCount(4);
      await till.reload();
      await expect(button(till, "Ah Fan")).toBeVisible();
    });
  });
});
