// A transfer with a slow answer, a connection that stalls, and a visitor with cookies of an ended
// session.
import { paths } from "../src/shared/paths";
import { button, heading, link, logIn, logInRemembered, stencil } from "./support/app";
import { expect, test } from "./support/fixtures";
import { newMember } from "./support/people";

test("a pending transfer is sent once, also if the member goes back and confirms again", async ({
  page,
  say,
  server,
}) => {
  const [giver, taker] = [await newMember(server, { points: 100 }), await newMember(server)];
  await logIn(page, say, giver.email);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const keys: (string | null)[] = [];
  await page.route("**/api/transaction/transfer", async (route) => {
    keys.push(route.request().headers()["idempotency-key"] ?? null);
    // The server makes the transfer; its answer comes late.
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:recipient") }).fill(taker.email);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("40");
  await button(page, say("transfer:review")).click();
  await button(page, say("transfer:confirm")).click();
  await expect.poll(() => keys.length).toBe(1);
  await page.goBack();
  await expect(heading(page, say("transfer:title"))).toBeVisible();
  await expect(button(page, say("transfer:unanswered.review"))).toHaveCount(0);
  await button(page, say("transfer:review")).click();
  await expect(heading(page, say("transfer:reviewTitle"))).toBeVisible();
  answer();
  await expect(heading(page, say("transfer:sent", { count: 40, amount: "40" }))).toBeVisible();
  expect(keys.length).toBe(1);
  await page.goto(paths.points);
  await expect(page.getByText("−40")).toHaveCount(1);
});

test("cookies of an ended session do not lock visitors out of public screens", async ({
  page,
  say,
  server,
  context,
  watch,
}) => {
  watch.expectStatus(401, "/api/");
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await expect(link(page, say("nav.me"))).toBeVisible();
  const kept = (await context.cookies()).filter(({ name }) => name === "userInfo");
  await context.clearCookies();
  await context.addCookies(kept);
  // This call is the first of the work that waits for the first screen.
  const begun = page.waitForResponse("**/api/analytics/pageview");
  await page.goto(paths.forgot);
  await begun;
  await page.waitForLoadState("networkidle");
  await expect(page).toHaveURL(paths.forgot);
});

test("a stalled connection keeps the last content with a note that disappears", async ({
  page,
  say,
  server,
}) => {
  const member = await newMember(server, { points: 2_000 });
  await logInRemembered(page, say, member.email);
  await expect(stencil(page, "2,000")).toBeVisible();
  const kept = async () => (await (await caches.match("/kept"))?.text()) ?? "";
  await expect.poll(() => page.evaluate(kept)).toContain(member.shortId);
  await page.route("**/api/**", () => {});
  await page.goto(paths.profile);
  await expect(page.getByText(say("offline"))).toBeVisible({ timeout: 10_000 });
  await expect(page.getByText(member.firstName).first()).toBeVisible();
  // The held requests continue.
  await page.unroute("**/api/**");
  await expect(page.getByText(say("offline"))).toHaveCount(0);
});

test("the offline note disappears by itself when the server answers again", async ({
  page,
  say,
  server,
  watch,
}) => {
  watch.expectCutLine();
  const member = await newMember(server);
  await page.clock.install();
  await logIn(page, say, member.email);
  await page.route("**/api/auth/checkAuthToken", (route) => route.abort());
  await link(page, say("nav.explore")).click();
  await expect(page.getByText(say("offline"))).toBeVisible();
  await page.unroute("**/api/auth/checkAuthToken");
  await page.clock.fastForward(11_000);
  await expect(page.getByText(say("offline"))).toHaveCount(0);
});

test("the start of the app checks the session once", async ({ page, say, server }) => {
  const member = await newMember(server, { points: 70 });
  await logIn(page, say, member.email);
  await expect(stencil(page, "70")).toBeVisible();
  let asked = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/checkAuthToken")) asked += 1;
  });
  // The coupons are the last request of the work that waits for the first screen.
  const done = page.waitForResponse("**/api/redeem/myredeems?**");
  await page.goto(paths.points);
  await expect(stencil(page, "70")).toBeVisible();
  await done;
  expect(asked).toBe(1);
});
