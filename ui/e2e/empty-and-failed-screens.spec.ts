import { paths } from "../src/shared/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit, auditBoth } from "./support/audit";
import { expect, inEachLanguage, inOneLanguage, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";

inOneLanguage("zhhk", () => {
  test("empty screens explain themselves and offer a next step", async ({ page, say, server }) => {
    const member = await newMember(server);
    await logIn(page, say, member.email);
    for (const [path, words] of [
      [paths.points, say("points:emptyTitle")],
      [paths.rewards, say("rewards:emptyTitle")],
      [paths.saved, say("rewards:emptyTitle")],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, words)).toBeVisible();
      await audit(page, `${path.slice(1)}, empty`);
    }
    await page.getByRole("tab", { name: say("saved:likes") }).click();
    await expect(heading(page, say("saved:noLikesTitle"))).toBeVisible();
    await audit(page, "likes, empty");
    await link(page, say("saved:readNews")).click();
    await expect(page).toHaveURL(paths.home);
  });

  test("failed screens show an error and load on retry", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/");
    // Work for idle time loads the history too, and would mend a failed screen before the button is pressed.
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = () => 0;
    });
    await logIn(page, say, ALICE.email);
    for (const [path, call, words] of [
      [paths.explorer, "partner/list", say("explorer:failed")],
      [paths.redeem, "redeem/list", say("redeem:failed")],
      [paths.rewards, "redeem/myredeems", say("rewards:error")],
      [paths.points, "transaction/listMyTransactions", say("points:failed")],
      [paths.notifications, "notification/notifications", say("notifications:failed")],
    ] as const) {
      const address = new RegExp(`/api/${call}`);
      await page.route(address, (route) =>
        route.fulfill({
          status: 404,
          contentType: "application/problem+json",
          json: { status: 404, code: "gone", message: "" },
        }),
      );
      await page.goto(path);
      const failed = page.getByRole("alert").filter({ hasText: words });
      await expect(failed).toBeVisible();
      await audit(page, `${path.slice(1)}, failed`);
      await page.unroute(address);
      await button(failed, say("tryAgain")).click();
      await expect(failed).toHaveCount(0);
    }
    await page.goto(paths.article.replace(":id", "none"));
    await expect(page.getByText(say("article:gone.title"))).toBeVisible();
    await audit(page, "an article that is not there");
    await page.goto(paths.partner.replace(":id", "none"));
    await expect(page.getByText(say("partner:gone.title"))).toBeVisible();
    await audit(page, "a partner that is not there");
  });

  test("a refused camera leaves two other ways to scan", async ({ page, say }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"));
    });
    await logIn(page, say, ALICE.email);
    await page.goto(paths.scan);
    await expect(heading(page, say("scan:failures.denied.title"))).toBeVisible();
    await audit(page, "a camera that is not allowed");
    await expect(button(page, say("scan:picture"))).toBeVisible();
    await button(page, say("close")).click();
    await expect(page).toHaveURL(paths.home);
  });
});

inEachLanguage(() => {
  test("lists without entries and addresses without a page have their own pictures", async ({
    page,
    say,
    watch,
  }) => {
    watch.expectStatus(404, "/api/");
    await logIn(page, say, ALICE.email);
    const none = { status: 200, contentType: "application/json", json: [] };
    await page.route("**/api/redeem/list*", (route) => route.fulfill(none));
    await page.route("**/api/partner/list*", (route) => route.fulfill(none));
    for (const [path, words] of [
      [paths.redeem, say("redeem:emptyTitle")],
      [paths.explorer, say("explorer:emptyTitle")],
      [paths.article.replace(":id", "none"), say("article:gone.title")],
      [paths.partner.replace(":id", "none"), say("partner:gone.title")],
      ["/nowhere", say("message:lost.heading")],
    ] as const) {
      await page.goto(path);
      await expect(heading(page, words)).toBeVisible();
      // In the middle of the free space: neither the picture nor the words are cut, and no half stays empty.
      const title = heading(page, words);
      const box = await title.boundingBox();
      expect.soft(box?.y, path).toBeGreaterThan(300);
      expect.soft(box?.y, path).toBeLessThan(600);
      const picture = await title.locator("xpath=preceding-sibling::*[1]").boundingBox();
      const main = await page.getByRole("main").boundingBox();
      if (!picture || !main) throw new Error(`${path} has no picture`);
      expect.soft(picture.x, path).toBeGreaterThanOrEqual(main.x);
      expect.soft(picture.y, path).toBeGreaterThanOrEqual(main.y);
      expect.soft(picture.x + picture.width, path).toBeLessThanOrEqual(main.x + main.width);
      expect.soft(picture.y + picture.height, path).toBeLessThanOrEqual(main.y + main.height);
      await auditBoth(page, `${path.slice(1)}, empty`);
    }
  });
});

test("a loading screen shows its skeleton", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/redeem/list*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(paths.redeem);
  await expect(page.getByText(say("loading")).first()).toBeAttached();
  await audit(page, "a skeleton");
  answer();
  await expect(heading(page, say("redeem:coupons"))).toBeVisible();
});

test("closing the information dialog returns the focus to its button", async ({ page, say }) => {
  await logIn(page, say, ALICE.email);
  await page.goto(paths.points);
  await button(page, say("about")).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await button(page, say("gotIt")).click();
  await expect(button(page, say("about"))).toBeFocused();
});
