import type { Page } from "@playwright/test";
import { paths } from "../src/paths";
import { button, heading, link, logIn } from "./support/app";
import { audit } from "./support/audit";
import { expect, inEachLanguage, test } from "./support/fixtures";
import { ALICE, newMember } from "./support/people";
import type { Say } from "./support/words";

interface Stop {
  name: string;
  path: string;
  /** There once the screen is. */
  ready(page: Page, say: Say): Promise<void>;
}

const titled =
  (title: (say: Say) => string): Stop["ready"] =>
  async (page, say) => {
    await expect(heading(page, title(say))).toBeVisible();
    await expect(page.getByText(say("loading"), { exact: true })).toHaveCount(0);
  };

const OPEN: readonly Stop[] = [
  {
    name: "log in",
    path: paths.login,
    ready: async (page, say) => button(page, say("login:submit")).waitFor(),
  },
  { name: "sign up", path: paths.signup, ready: titled((say) => say("signup:title")) },
  { name: "forgot password", path: paths.forgot, ready: titled((say) => say("forgot:title")) },
  { name: "a dead link", path: "/resetPassword", ready: titled((say) => say("reset:dead.title")) },
  { name: "reset password", path: "/resetPassword/any", ready: titled((say) => say("reset:title")) },
  { name: "privacy policy", path: paths.privacy, ready: titled((say) => say("privacy:title")) },
  {
    name: "a message from an address",
    path: `${paths.message}?message=One%0Atwo&buttonText=On&buttonLink=%2Flogin`,
    ready: async (page) => link(page, "On").waitFor(),
  },
];

const GUARDED: readonly Stop[] = [
  { name: "Home", path: paths.home, ready: titled((say) => say("home:activities")) },
  { name: "Explore", path: paths.explorer, ready: titled((say) => say("explorer:types.food")) },
  {
    name: "profile",
    path: paths.profile,
    ready: async (page, say) => page.getByRole("img", { name: say("profile:qr") }).waitFor(),
  },
  { name: "Redeem", path: paths.redeem, ready: titled((say) => say("redeem:coupons")) },
  { name: "coupons", path: paths.saved, ready: titled((say) => say("saved:title")) },
  { name: "rewards", path: paths.rewards, ready: titled((say) => say("rewards:title")) },
  { name: "points", path: paths.points, ready: titled((say) => say("points:title")) },
  { name: "transfer", path: paths.transfer, ready: titled((say) => say("transfer:title")) },
  { name: "notifications", path: paths.notifications, ready: titled((say) => say("notifications:title")) },
  { name: "settings", path: paths.settings, ready: titled((say) => say("settings:title")) },
  { name: "edit profile", path: paths.edit, ready: titled((say) => say("edit:password")) },
  { name: "user guide", path: paths.guide, ready: titled((say) => say("guide:conclusion.title")) },
];

/** Pictures belong to what is judged; those below the fold come when they are wanted. */
async function settled(page: Page) {
  await page.waitForFunction(() =>
    [...document.images].every(({ complete, loading }) => complete || loading === "lazy"),
  );
}

async function visit(page: Page, say: Say, stops: readonly Stop[], dress: string) {
  for (const { name, path, ready } of stops) {
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page, say);
      await settled(page);
      await audit(page, `${name}${dress}`);
    });
  }
}

inEachLanguage(() => {
  for (const colorScheme of ["light", "dark"] as const) {
    const dress = colorScheme === "dark" ? ", dark" : "";
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      test("every screen is fit for everybody", async ({ page, say }) => {
        await visit(page, say, OPEN, dress);
        await logIn(page, say, ALICE.email);
        await visit(page, say, GUARDED, dress);

        await test.step("an article", async () => {
          await page.goto(paths.home);
          await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
          await expect(page.getByRole("article").getByRole("paragraph").nth(1)).toBeVisible();
          await audit(page, `an article${dress}`);
        });
        await test.step("a partner", async () => {
          await page.goto(paths.explorer);
          await page.getByRole("main").getByRole("listitem").first().getByRole("link").click();
          await expect(page.getByText(say("partner:shop"))).toBeVisible();
          await audit(page, `a partner${dress}`);
        });
        await test.step("what a screen is about", async () => {
          await page.goto(paths.points);
          await button(page, say("about")).click();
          await expect(page.getByRole("dialog")).toBeVisible();
          await audit(page, `an info dialog${dress}`);
          await button(page, say("gotIt")).click();
          await expect(button(page, say("about"))).toBeFocused();
        });
        await test.step("the scanner", async () => {
          await page.goto(paths.scan);
          await expect(page.getByText(say("scan:hint"))).toBeVisible();
          await audit(page, `the scanner${dress}`);
          await button(page, say("scan:type")).click();
          await button(page, say("scan:useCode")).click();
          await expect(page.getByText(say("scan:typeRequired"))).toBeVisible();
          await audit(page, `a code to type${dress}`);
        });
      });
    });
  }

  test("what is empty says so, and leads on", async ({ page, say, server }) => {
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

  test("what fails says so, and works when tried again", async ({ page, say, watch }) => {
    watch.expectStatus(404, "/api/");
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
    await expect(page.getByText(say("article:failed"))).toBeVisible();
    await audit(page, "an article that is not there");
    await page.goto(paths.partner.replace(":id", "none"));
    await expect(page.getByText(say("partner:failed"))).toBeVisible();
    await audit(page, "a partner that is not there");
  });

  test("a camera that is not allowed leaves two other ways", async ({ page, say }) => {
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

test("while it loads, a screen shows its bones", async ({ page, say }) => {
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
