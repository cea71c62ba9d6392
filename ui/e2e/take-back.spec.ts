import { button, secret, stencil } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { awardAtTill, openTill } from "./support/counter";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { newMember } from "./support/people";

inEachLanguage((language) => {
  test("a supervisor takes an award back after five minutes", async ({ page, say, server, watch }) => {
    watch.expectStatus(401, "/api/merchant/");
    const member = await newMember(server, {});
    // Nobody waits five minutes here: the list is shown as if they were over.
    await page.route("**/api/merchant/activity?**", async (route) => {
      const answer = await route.fetch();
      const events: Record<string, unknown>[] = await answer.json();
      await route.fulfill({
        response: answer,
        json: events.map(({ undoUntil: _, serverTime: __, ...event }) => event),
      });
    });
    await openTill(page, say, server);
    await awardAtTill(page, say, member.shortId, 99);
    const balance = page.getByRole("definition").filter({ has: stencil(page, "99") });
    await expect(balance).toBeVisible();
    await audit(page, `the balance before and after an award, ${language}`);
    // The slip is only on paper.
    await page.emulateMedia({ media: "print" });
    await expect(balance).toBeHidden();
    await expect(page.getByText(say("counter:done.balanceNow")).filter({ visible: true })).toHaveCount(1);
    await page.emulateMedia({ media: "screen" });
    await button(page, say("counter:done.next")).click();

    await button(page, say("counter:menu.title")).click();
    await button(page, say("counter:today.title")).click();
    await button(page, say("counter:takeBack.open")).click();
    const sheet = page.getByRole("dialog", { name: say("counter:takeBack.title") });
    const submit = button(sheet, say("counter:takeBack.submit", { count: 99, points: "99" }));
    await expect(submit).toBeDisabled();
    await button(sheet, say("counter:takeBack.reasons.wrongBill")).click();
    await secret(page, say("counter:takeBack.pin", { name: "Ah Fan" })).fill("864201");
    await submit.click();
    // The PIN was wrong: the reason stays, the PIN is typed again.
    await expect(secret(page, say("counter:takeBack.pin", { name: "Ah Fan" }))).toHaveValue("");
    await auditBoth(page, `a wrong PIN of a supervisor, ${language}`);
    await secret(page, say("counter:takeBack.pin", { name: "Ah Fan" })).fill("407193");
    await submit.click();
    const done = page.getByRole("dialog", { name: say("counter:undo.done") });
    await expect(done).toBeVisible();
    await audit(page, `an award taken back, ${language}`);
    await button(done, say("counter:undo.back")).click();
    await expect(page.getByText(say("counter:today.undone"))).toBeVisible();
    await expect(button(page, say("counter:takeBack.open"))).toHaveCount(0);
  });
});
