import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { award, call, newMember, staffToken } from "./support/people";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

// A separate server, because its many purchases would slow the simulations of others.
test.use({ ...ADMIN_WINDOW, sourceScale: 123 });

/** So many purchases take longer than a person needs to press a button. */
const PURCHASES = 150_000;

const repeated = new WeakSet<Server>();

/** Makes the server's purchases many; once, because the tests of a browser share one demo. */
async function manyPurchases(server: Server) {
  if (repeated.has(server)) return;
  repeated.add(server);
  const member = await newMember(server);
  await server.repeatPurchase(await award(server, member, "10.00", "many"), PURCHASES);
}

/** Adds a draft of a rule; gives its id. */
async function draft(server: Server): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const name = { en: "long look", zh: "长时间模拟", zhhk: "長時間模擬" };
  const body = { name, bonus: { kind: "fixed", points: 1 }, caps: { perMember: 5 } };
  return (await call(server, "POST", "/api/admin/earning-rules", { token, body }))._id;
}

const progress = (page: Page, say: Say) =>
  page.getByRole("progressbar", { name: say("adminRules:trial.running") });

inEachLanguage(() => {
  test("a simulation that runs shows its progress and is stopped", async ({ page, say, server }) => {
    test.setTimeout(120_000);
    await manyPurchases(server);
    const id = await draft(server);
    await signIn(page, say, OPERATOR, `${recordPath(adminPaths.rules, id)}/simulation`);
    await button(page, say("adminRules:trial.run")).click();
    const bar = progress(page, say);
    await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
    expect(Number(await bar.getAttribute("aria-valuemax"))).toBeGreaterThanOrEqual(PURCHASES);
    await button(page, say("adminRules:trial.stop")).click();
    await expect(page.getByText(say("adminRules:trial.stopped"))).toBeVisible();
    await expect(bar).toHaveCount(0);
    await audit(page, "a simulation that was stopped");
    await page.reload();
    await expect(page.getByText(say("adminRules:trial.stopped"))).toBeVisible();

    await button(page, say("adminRules:trial.run")).click();
    await expect(button(page, say("adminRules:trial.stop"))).toBeVisible();
    await audit(page, "a simulation that runs");
    await button(page, say("adminRules:trial.stop")).click();
    await expect(page.getByText(say("adminRules:trial.stopped"))).toBeVisible();
  });
});
