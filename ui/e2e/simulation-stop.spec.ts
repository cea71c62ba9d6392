import type { Page } from "@playwright/test";
import { adminPaths, recordPath } from "../src/admin/paths";
import { ADMIN_WINDOW, OPERATOR, signIn } from "./support/admin";
import { button } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { call, staffToken } from "./support/people";
import type { Server } from "./support/server";

// A separate server, because the drafts would stand in the lists of others.
test.use({ ...ADMIN_WINDOW, sourceScale: 123 });

/** Adds a draft of a rule; gives its id. */
async function draft(server: Server): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const name = { en: "long look", zh: "长时间模拟", zhhk: "長時間模擬" };
  const body = { name, bonus: { kind: "fixed", points: 1 }, caps: { perRule: 5 } };
  return (await call(server, "POST", "/api/admin/earning-rules", { token, body }))._id;
}

/**
 * Answers as a server does whose simulation takes minutes, until the page asks to stop it. The demo has so few purchases
 * that a real simulation could end before the button is pressed; tests of the server stop a real one.
 */
async function slowSimulation(page: Page) {
  let state: "idle" | "running" | "stopped" = "idle";
  let done = 0;
  await page.route("**/api/admin/earning-rules/*/simulation", async (route) => {
    const method = route.request().method();
    if (method === "POST") state = "running";
    if (method === "DELETE") state = "stopped";
    const answer = await route.fetch(method === "GET" ? {} : { method: "GET" });
    if (state === "idle") return await route.fulfill({ response: answer });
    done += 1_000;
    const { result: _, ...rest } = await answer.json();
    await route.fulfill({ json: { ...rest, state, done, total: 1_000_000 } });
  });
}

inEachLanguage(() => {
  test("a simulation that runs shows its progress and is stopped", async ({ page, say, server }) => {
    await slowSimulation(page);
    const id = await draft(server);
    await signIn(page, say, OPERATOR, `${recordPath(adminPaths.rules, id)}/simulation`);
    await button(page, say("adminRules:trial.run")).click();
    const bar = page.getByRole("progressbar", { name: say("adminRules:trial.running") });
    await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(2_000);
    await expect(bar).toHaveAttribute("aria-valuemax", "1000000");
    await audit(page, "a simulation that runs");
    await button(page, say("adminRules:trial.stop")).click();
    await expect(page.getByText(say("adminRules:trial.stopped"))).toBeVisible();
    await expect(bar).toHaveCount(0);
    await audit(page, "a simulation that was stopped");
    await page.reload();
    await expect(page.getByText(say("adminRules:trial.stopped"))).toBeVisible();
    await expect(button(page, say("adminRules:trial.run"))).toBeVisible();
  });
});
