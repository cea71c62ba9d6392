import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { button, heading, logIn } from "./support/app";
import { audit } from "./support/audit";
import { CHROMIUM_FLAGS, findWholeChromium } from "./support/chromium";
import { expect, inOneLanguage, test } from "./support/fixtures";
import { type Member, newMember, sendPoints } from "./support/people";
import { type Note, PushService } from "./support/pushService";
import type { Server } from "./support/server";
import type { Say } from "./support/words";

test.use({ launchOptions: { executablePath: findWholeChromium(), args: CHROMIUM_FLAGS } });

const RECEIVED = { en: "Points received", zh: "收到积分", zhhk: "收到積分" };

/** Uses the browser's devtools: delivers a message to the worker as a push service would. */
class Hands {
  private constructor(
    private readonly session: CDPSession,
    private readonly origin: string,
    private readonly registration: string,
  ) {}

  static async at(page: Page, origin: string): Promise<Hands> {
    const session = await page.context().newCDPSession(page);
    let registration = "";
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      registration = registrations.at(-1)?.registrationId ?? registration;
    });
    await session.send("ServiceWorker.enable");
    await expect.poll(() => registration, "the worker's registration").not.toBe("");
    return new Hands(session, origin, registration);
  }

  async deliver(data: string) {
    const { origin, registration } = this;
    await this.session.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId: registration,
      data,
    });
  }
}

/** The notifications that the device shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const { ready } = navigator.serviceWorker;
    const notes = await (await ready).getNotifications();
    return notes.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, data }));
  });

/**
 * Delivers messages until the device shows the expected notifications. A browser that is asked for its
 * notifications while one is being shown may miss it; the same message again replaces its notification.
 */
const deliverUntil = (hands: Hands, messages: readonly string[], seen: () => Promise<void>) =>
  expect(async () => {
    for (const message of messages) await hands.deliver(message);
    await seen();
  }).toPass();

/** A notification that is not missed appears within this time. */
const SOON = { timeout: 4_000 };

/** Taps a notification by the event that the browser sends to the worker; gives the window that it opens. */
async function tap(context: BrowserContext, tag: string): Promise<string | undefined> {
  const [worker] = context.serviceWorkers();
  return await worker?.evaluate(async (wanted) => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration; clients: object };
    const [notification] = await scope.registration.getNotifications({ tag: wanted });
    let opened: string | undefined;
    let work: Promise<unknown> = Promise.resolve();
    Object.assign(scope.clients, { openWindow: async (address: string) => (opened = address) });
    const event = new Event("notificationclick");
    Object.assign(event, { notification, waitUntil: (given: Promise<unknown>) => (work = given) });
    self.dispatchEvent(event);
    // Without a real tap the browser does not bring a window to the front.
    await work.catch(() => {});
    return opened;
  }, tag);
}

const theSwitch = (page: Page, say: Say) => page.getByRole("switch", { name: say("settings:push.title") });

/** A member who has turned on notifications in Settings. */
async function switchedOn(page: Page, say: Say, server: Server, service: PushService): Promise<Member> {
  await page.context().grantPermissions(["notifications"], { origin: server.url });
  await service.takeSubscriptionsOf(page);
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.goto(paths.settings);
  await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "false");
  await audit(page, "notifications off");
  await theSwitch(page, say).click();
  await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "true");
  await audit(page, "notifications on");
  return member;
}

let service: PushService;
test.beforeEach(async () => {
  service = await PushService.start();
});
test.afterEach(() => service.stop());

inOneLanguage("zhhk", (language) => {
  test("a device with notifications shows received points, and a tap opens them", async ({
    page,
    say,
    server,
    context,
  }) => {
    const member = await switchedOn(page, say, server, service);
    const { vapidKey } = await (await page.request.get("/api/config")).json();
    expect(await page.evaluate(() => localStorage.getItem("test:subscribed"))).toBe(vapidKey);

    await sendPoints(server, member.email, 7);
    const note = (await service.notes(1))[0] as Note;
    expect(note.title).toBe(RECEIVED[language]);
    const hands = await Hands.at(page, server.url);
    // A push service may deliver twice. The later message shows that the second delivery was handled.
    const messages = [note, note, { ...note, id: "after" }].map((one) => JSON.stringify(one));
    const { id: tag, title, body, lang, url: data } = note;
    const looks = { title, body, lang, data };
    const others = async () => (await shown(page)).filter((one) => one.tag !== "after");
    await deliverUntil(hands, messages, async () => {
      await expect.poll(() => shown(page), SOON).toContainEqual({ ...looks, tag: "after" });
      await expect.poll(others, SOON).toEqual([{ ...looks, tag }]);
    });

    await tap(context, tag);
    await expect(page).toHaveURL(paths.points);
    await expect.poll(others).toEqual([]);

    // A page that is not the app cannot show the target.
    await deliverUntil(hands, [JSON.stringify({ ...note, id: "again" })], () =>
      expect.poll(others, SOON).toHaveLength(1),
    );
    await page.goto("/docs/messages");
    expect(await tap(context, "again")).toBe(paths.points);

    await page.goto(paths.settings);
    await theSwitch(page, say).click();
    await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "false");
    await sendPoints(server, member.email, 7);
    expect(await service.notes(1)).toHaveLength(1);
  });

  test("a member who refuses sees that notifications stay off", async ({ page, say, server }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Notification, "permission", { get: () => "default" });
      Notification.requestPermission = () => Promise.resolve("denied");
    });
    const member = await newMember(server);
    await logIn(page, say, member.email);
    await page.goto(paths.settings);
    await theSwitch(page, say).click();
    await expect(page.getByText(say("settings:push.errors.refused"))).toBeVisible();
    await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "false");
    await audit(page, "notifications refused");
  });
});

test("on an iPhone the app must be on the Home Screen first", async ({ anotherPhone, say, server }) => {
  const page = await anotherPhone({
    userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
  });
  const member = await newMember(server);
  await logIn(page, say, member.email);
  await page.goto(paths.settings);
  await expect(page.getByText(say("settings:push.install"))).toBeVisible();
  await audit(page, "notifications on an iPhone");
});

test("a malformed message is shown as news and opens only the app", async ({
  page,
  say,
  server,
  context,
}) => {
  await switchedOn(page, say, server, service);
  const hands = await Hands.at(page, server.url);
  const told = async () => (await shown(page)).map(({ title, tag }) => [title, tag]);
  await deliverUntil(hands, ["{ not ours"], () => expect.poll(told, SOON).toEqual([["Kapok", "news"]]));
  await tap(context, "news");
  await expect(page).toHaveURL(paths.notifications);
  await expect(heading(page, say("notifications:title"))).toBeVisible();
  // Each has its own id, because a browser may still be closing the previous notification.
  for (const [place, url] of [
    "https://evil.example/points",
    "/admin/members",
    "/api/auth/logout",
    "javascript:alert(1)",
  ].entries()) {
    const id = `news ${place}`;
    await page.goto(paths.profile);
    await expect(button(page, say("profile:logOut"))).toBeVisible();
    await deliverUntil(hands, [JSON.stringify({ id, title: "Kapok", url })], () =>
      expect.poll(told, SOON).toEqual([["Kapok", id]]),
    );
    await tap(context, id);
    await expect(page).toHaveURL(paths.notifications);
  }
});

test("a tap while the app is still loading is not lost", async ({ page, say, server, context }) => {
  await switchedOn(page, say, server, service);
  const hands = await Hands.at(page, server.url);
  // The app starts to listen only on request, and earlier messages are not heard.
  await page.addInitScript(() => {
    const { serviceWorker } = navigator;
    const listen = serviceWorker.addEventListener.bind(serviceWorker);
    const late: (() => void)[] = [];
    let unheard = 0;
    listen("message", () => (unheard += 1));
    Object.assign(serviceWorker, {
      addEventListener: (...given: Parameters<typeof listen>) =>
        given[0] === "message" ? late.push(() => listen(...given)) : listen(...given),
    });
    const wake = () => {
      for (const begin of late) begin();
    };
    Object.assign(window, { unheard: () => unheard, wake });
  });
  await page.goto(paths.profile);
  await expect(button(page, say("profile:logOut"))).toBeVisible();
  await deliverUntil(hands, [JSON.stringify({ id: "x", title: "Kapok", url: paths.points })], () =>
    expect.poll(async () => (await shown(page)).length, SOON).toBe(1),
  );
  const tapped = tap(context, "x");
  const asked = (name: string) => page.evaluate((of) => Reflect.get(window, of)(), name);
  await expect.poll(() => asked("unheard")).toBeGreaterThan(0);
  await expect(page).toHaveURL(paths.profile);
  await asked("wake");
  await expect(page).toHaveURL(paths.points);
  await tapped;
});

test("a tap opens at once on a result page, and only on request during input", async ({
  page,
  say,
  server,
  context,
}) => {
  await switchedOn(page, say, server, service);
  const hands = await Hands.at(page, server.url);
  const tapOn = async (id: string) => {
    await deliverUntil(hands, [JSON.stringify({ id, title: "Kapok", url: paths.points })], () =>
      expect.poll(async () => (await shown(page)).map(({ tag }) => tag), SOON).toEqual([id]),
    );
    await tap(context, id);
  };
  await page.goto(`${paths.message}?message=Done`);
  await expect(page.getByText("Done")).toBeVisible();
  await tapOn("result");
  await expect(page).toHaveURL(paths.points);

  await page.goto(paths.transfer);
  const recipient = page.getByRole("textbox", { name: say("transfer:recipient") });
  await recipient.fill("6123");
  await tapOn("busy");
  await expect(page.getByText(say("notifications:tapped.waits"))).toBeVisible();
  await audit(page, "a tap while something is being filled in");
  await expect(recipient).toHaveValue("6123");
  await button(page, say("notifications:tapped.open")).click();
  await expect(page).toHaveURL(paths.points);
});

test("a subscription that the browser replaces is updated without the app", async ({
  page,
  say,
  server,
  context,
}) => {
  const member = await switchedOn(page, say, server, service);
  const next = await PushService.start();
  try {
    const [worker] = context.serviceWorkers();
    await worker?.evaluate((made) => {
      const scope = self as unknown as { registration: ServiceWorkerRegistration };
      Object.assign(scope.registration.pushManager, { subscribe: async () => ({ toJSON: () => made }) });
    }, next.subscription);
    const renewed = context.waitForEvent("response", {
      predicate: (answer) => answer.url().endsWith("/api/auth/renewSubscription"),
    });
    await worker?.evaluate(() => {
      const event = new Event("pushsubscriptionchange");
      Object.assign(event, { waitUntil: (work: Promise<unknown>) => work.catch(() => {}) });
      self.dispatchEvent(event);
    });
    expect((await renewed).status()).toBe(200);
    await sendPoints(server, member.email, 7);
    expect((await next.notes(1))[0]?.title).toBe(RECEIVED.en);
    expect(await service.notes(0)).toHaveLength(0);
  } finally {
    next.stop();
  }
});

test("a subscription with another server key counts as off and is replaced", async ({
  page,
  say,
  server,
}) => {
  await switchedOn(page, say, server, service);
  await page.evaluate(() => localStorage.setItem("test:subscribed", `BA${"A".repeat(85)}`));
  await page.goto(paths.settings);
  await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "false");
  await theSwitch(page, say).click();
  await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "true");
  const { vapidKey } = await (await page.request.get("/api/config")).json();
  expect(await page.evaluate(() => localStorage.getItem("test:subscribed"))).toBe(vapidKey);
});

test("the next member on a browser gets nothing until they turn it on", async ({ page, say, server }) => {
  const first = await switchedOn(page, say, server, service);
  const logOut = async () => {
    await page.goto(paths.profile);
    await button(page, say("profile:logOut")).click();
    await expect(page).toHaveURL(paths.login);
  };
  await logOut();
  const told: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/auth/subscribe")) told.push(request.url());
  });
  const second = await newMember(server);
  await logIn(page, say, second.email);
  // The last request of the app's start, long after it checks the subscription.
  const begun = page.waitForResponse("**/api/redeem/myredeems?**");
  await page.goto(paths.settings);
  await expect(theSwitch(page, say)).toHaveAttribute("aria-checked", "false");
  await begun;
  expect(told).toEqual([]);
  await logOut();
  const again = page.waitForResponse("**/api/auth/subscribe");
  await logIn(page, say, first.email);
  expect((await again).ok(), "the first member subscribes again").toBe(true);
});
