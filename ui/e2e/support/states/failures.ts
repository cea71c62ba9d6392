import { articlePath, partnerPath, paths } from "../../../src/shared/paths";
import { button, heading, untilKept } from "../app";
import { type Chapter, failing, refuses, type Stage, type State, signedIn, undone, waiting } from "./stage";

/** The main call of each screen. */
const CALLS: readonly { name: string; call: string; path: string }[] = [
  { name: "home", call: "**/api/article/list*", path: paths.home },
  { name: "article", call: "**/api/article/detail/*", path: articlePath("none") },
  { name: "explorer", call: "**/api/partner/list*", path: paths.explorer },
  { name: "partner", call: "**/api/partner/detail/*", path: partnerPath("none") },
  { name: "redeem", call: "**/api/redeem/list*", path: paths.redeem },
  { name: "coupons", call: "**/api/redeem/myredeems*", path: paths.saved },
  { name: "rewards", call: "**/api/redeem/myredeems*", path: paths.rewards },
  { name: "points", call: "**/api/transaction/listMyTransactions*", path: paths.points },
  { name: "notifications", call: "**/api/notification/notifications*", path: paths.notifications },
  { name: "profile", call: "**/api/auth/getUserInfo*", path: paths.profile },
  { name: "edit", call: "**/api/auth/getUserInfo*", path: paths.edit },
  { name: "settings", call: "**/api/auth/sessions", path: paths.settings },
  { name: "message-settings", call: "**/api/notification/preferences", path: paths.messages },
];

const failed: Chapter = {
  name: "what does not load",
  begin: signedIn,
  states: [
    ...CALLS.map(({ name, call, path }) => ({
      name: `${name}-failed`,
      show: failing(call, path),
      after: undone,
    })),
    ...[
      { name: "article-missing", path: articlePath("none") },
      { name: "partner-missing", path: partnerPath("none") },
    ].map(({ name, path }) => ({
      name,
      show: async ({ page, say }: Stage) => {
        await page.goto(path);
        await heading(
          page,
          say(name === "article-missing" ? "article:gone.title" : "partner:gone.title"),
        ).waitFor();
      },
    })),
    {
      name: "likes-failed",
      show: async ({ page, say }) => {
        await page.route("**/api/article/liked*", (route) => route.fulfill(refuses(404, "gone")));
        await page.goto(paths.saved);
        await page.getByRole("tab", { name: say("saved:likes") }).click();
        await page.getByRole("alert").waitFor();
      },
      after: async (stage) => {
        await stage.page.getByRole("tab", { name: stage.say("saved:coupons") }).click();
        await undone(stage);
      },
    },
    {
      name: "crash",
      show: async ({ page, say }) => {
        // A malformed answer: an unexpected error must not leave an empty window.
        await page.route("**/api/partner/list*", (route) => route.fulfill({ json: [null] }));
        await page.goto(paths.explorer);
        await heading(page, say("crashTitle")).waitFor();
      },
      after: undone,
    },
  ],
};

const slow: Chapter = {
  name: "what is still on its way",
  begin: signedIn,
  states: CALLS.map(({ name, call, path }) => ({
    name: `${name}-waiting`,
    // Settings shows its first part after another call than its last part.
    show: waiting(name === "settings" ? "**/api/config" : call, path),
    after: undone,
  })),
};

const offline =
  (path: string): State["show"] =>
  async ({ page, say, context }) => {
    await context.setOffline(true);
    await page.goto(path);
    await page.getByText(say("offline"), { exact: true }).waitFor();
    // A failed request is retried before the screen gives up.
    await page.getByText(say("loading"), { exact: true }).first().waitFor({ state: "detached" });
  };

const connected = async ({ context }: Stage) => {
  await context.setOffline(false);
};

const SEEN: readonly { name: string; path: string }[] = [
  { name: "home", path: paths.home },
  { name: "explorer", path: paths.explorer },
  { name: "redeem", path: paths.redeem },
  { name: "coupons", path: paths.saved },
  { name: "rewards", path: paths.rewards },
  { name: "points", path: paths.points },
  { name: "transfer", path: paths.transfer },
  { name: "notifications", path: paths.notifications },
  { name: "profile", path: paths.profile },
  { name: "edit", path: paths.edit },
  { name: "settings", path: paths.settings },
  { name: "message-settings", path: paths.messages },
  { name: "help", path: paths.help },
  { name: "privacy", path: paths.privacy },
];

const without: Chapter = {
  name: "without a line",
  member: { points: 12_480 },
  begin: async (stage) => {
    await signedIn(stage);
    await stage.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    // Screens that were opened before can be opened offline.
    for (const { path } of SEEN) {
      await stage.page.goto(path);
      await stage.page.waitForLoadState("networkidle");
    }
    // Waits for the data of the last screen, because a screen shown for less than a second may not be stored.
    await untilKept(stage.page, "paragraph");
  },
  states: [
    ...SEEN.map(({ name, path }) => ({ name: `${name}-offline`, show: offline(path), after: connected })),
    { name: "not-loaded", show: offline(paths.guide), after: connected },
    {
      name: "home-line-cut",
      show: async ({ page, say, context }) => {
        await page.goto(paths.home);
        await heading(page, say("home:news")).waitFor();
        await context.setOffline(true);
        await page.getByText(say("offline")).waitFor();
      },
      after: connected,
    },
    {
      name: "log-out-offline",
      show: async ({ page, say, context }) => {
        await page.goto(paths.profile);
        await button(page, say("profile:logOut")).waitFor();
        await context.setOffline(true);
        await button(page, say("profile:logOut")).click();
        await page.getByText(say("profile:logOutFailed")).waitFor();
      },
      after: connected,
    },
  ],
};

const updates: Chapter = {
  name: "a newer version",
  begin: async (stage) => {
    await stage.page.addInitScript(() => {
      if (window.location.hash !== "#newer") return;
      // Pretends that the browser has fetched another build; update.spec.ts tests the takeover itself.
      const waiting = { postMessage: () => {} };
      const register = async () => ({ waiting, addEventListener: () => {} });
      Object.assign(ServiceWorkerContainer.prototype, { register });
    });
    await signedIn(stage);
    await stage.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  },
  states: [
    {
      name: "update",
      show: async ({ page, say }) => {
        await page.goto(`${paths.transfer}#newer`);
        await page.getByText(say("updateReady")).waitFor();
      },
    },
    {
      name: "update-home",
      show: async ({ page, say }) => {
        await page.goto(`${paths.home}#newer`);
        await page.getByText(say("updateReady")).waitFor();
      },
    },
  ],
};

export const FAILURES: readonly Chapter[] = [failed, slow, without, updates];
