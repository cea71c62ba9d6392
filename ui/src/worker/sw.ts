// The service worker. It makes the app work offline; a new version waits until the page asks for it. It
// handles the app's own files only, never API responses.
import { programmeName } from "./name";
import { subscribeAgain } from "./subscription";

// TypeScript's DOM types do not include service workers. These are the parts used here.
interface Waiting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Waiting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Told extends Waiting {
  readonly data: unknown;
}
interface Pushed extends Waiting {
  readonly data: { json(): unknown } | null;
}
interface Tapped extends Waiting {
  readonly notification: Notification;
}
interface Tab {
  readonly url: string;
  focus(): Promise<unknown>;
  postMessage(message: string, ports: readonly MessagePort[]): void;
}
/** With an empty title, the programme's name is used. */
type Note = NotificationOptions & { title: string };
interface Worker {
  readonly location: Location;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(of: { type: "window" }): Promise<readonly Tab[]>;
    openWindow(address: string): Promise<unknown>;
  };
  readonly registration: {
    readonly pushManager: PushManager;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
  addEventListener(type: "push", listener: (event: Pushed) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Tapped) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: Waiting) => void): void;
}
declare const self: Worker;
/** A digest of the build: each build has a different worker. */
declare const __VERSION__: string;
/** The files of the page and of the screens that work offline. */
declare const __HELD__: readonly string[];

const OURS = "kapok-app-";
const CACHE = `${OURS}${__VERSION__}`;
const PAGE = "/index.html";
const INBOX = "/notifications";
// Paths on this host that are not part of this app, or whose content always changes.
const APART = /^\/(api|admin|merchant|media|docs)(\/|$)/;
/** After this time without a response, the cached page is shown. */
const PATIENCE_MS = 4_000;
/**
 * The most attempts to tell a page which screen to open, and the time that each attempt waits for a reply.
 */
const TELLINGS = 20;
const TOLD_AGAIN_MS = 500;

self.addEventListener("install", (event) => {
  event.waitUntil(holdAll());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const told = event.data;
  if (told === "take over") event.waitUntil(self.skipWaiting());
  // Files that the page loaded before there was a worker.
  else if (Array.isArray(told)) event.waitUntil(keepAll(told.filter(isAsset)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || APART.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isAsset(request.url)) event.respondWith(asset(request));
});

self.addEventListener("push", (event) => {
  event.waitUntil(showNote(noteIn(event)));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(screenOf(event.notification.data)));
});

self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribeAgain(self.registration.pushManager));
});

async function showNote({ title, ...options }: Note) {
  await self.registration.showNotification(title || (await programmeName()), options);
}

/** Parses a push message. Browsers require a notification for every push; the same id replaces one. */
function noteIn({ data }: Pushed): Note {
  let told: unknown;
  try {
    told = data?.json();
  } catch {
    // Not our format, or truncated.
  }
  const word = (name: string, otherwise: string) => {
    const found: unknown = typeof told === "object" && told !== null ? Reflect.get(told, name) : undefined;
    return typeof found === "string" && found !== "" ? found : otherwise;
  };
  return {
    title: word("title", ""),
    body: word("body", ""),
    lang: word("lang", ""),
    tag: word("id", "news"),
    data: word("url", INBOX),
    icon: "/icons/icon-192.png",
    badge: "/icons/mono.svg",
  };
}

/** A path of this app, whatever the message contains. */
function screenOf(told: unknown): string {
  const { origin } = self.location;
  try {
    const asked = new URL(typeof told === "string" ? told : INBOX, origin);
    return asked.origin === origin && !APART.test(asked.pathname) ? asked.pathname + asked.search : INBOX;
  } catch {
    return INBOX;
  }
}

/** Opens the screen in an open app, or in a new window. Never in the admin app or the counter. */
async function show(screen: string) {
  const tabs = await self.clients.matchAll({ type: "window" });
  const tab = tabs.find(({ url }) => !APART.test(new URL(url).pathname));
  if (!tab) return void (await self.clients.openWindow(screen));
  await Promise.allSettled([tell(tab, screen), tab.focus()]);
}

/**
 * Asks the page to open `screen`, which it does unless the member is in the middle of something. A page that
 * is still loading has no listener yet, so the message is repeated until the page confirms it.
 */
async function tell(tab: Tab, screen: string) {
  for (let time = 0; time < TELLINGS; time += 1) {
    const { port1, port2 } = new MessageChannel();
    const heard = new Promise((resolve) => {
      port1.onmessage = () => resolve(true);
      setTimeout(resolve, TOLD_AGAIN_MS);
    });
    tab.postMessage(screen, [port2]);
    if (await heard) return;
  }
}

/** A file whose name contains a hash of its content. */
function isAsset(address: unknown): address is string {
  return typeof address === "string" && address.startsWith(`${self.location.origin}/assets/`);
}

/**
 * Caches all files or fails. After a failure the previous version stays in charge with all its files, and the
 * next attempt continues where this one stopped. One file at a time, because parallel downloads would slow
 * down the member's own requests.
 */
async function holdAll() {
  // One cache object for all files: if another version deletes the cache, `holdPage` finds files missing.
  const cache = await caches.open(CACHE);
  for (const address of __HELD__) await keep(cache, address);
  const answer = await fetch(new Request(PAGE, { cache: "reload" }));
  if (!isPage(answer) || !(await holdPage(answer))) throw new Error("the page is of another build");
}

/** Caches a page if all its files are cached here. A page of another build would miss files. */
async function holdPage(answer: Response): Promise<boolean> {
  const cache = await caches.open(CACHE);
  const named = (await answer.clone().text()).match(/\/assets\/[^"]+/g) ?? [];
  const held = await Promise.all(named.map((name) => cache.match(name)));
  const whole = held.every(Boolean);
  if (whole) await cache.put(PAGE, answer);
  return whole;
}

async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Every path of the app is the same page: from the server, or the cached one. */
async function page(event: Fetching): Promise<Response> {
  const fresh = fetch(event.request).then(async (answer) => {
    // Return the page even if the device's storage is full.
    if (isPage(answer)) await holdPage(answer.clone()).catch(() => {});
    // Treat a restarting server like a network error.
    if (answer.status >= 500) throw new Error(`answered ${answer.status}`);
    return answer;
  });
  event.waitUntil(fresh.catch(() => {}));
  const kept = await caches.match(PAGE, { cacheName: CACHE });
  if (!kept) return fresh;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept.clone()), PATIENCE_MS));
  return Promise.race([fresh.catch(() => kept), late]);
}

function isPage(answer: Response): boolean {
  const html = answer.headers.get("Content-Type")?.startsWith("text/html");
  return answer.ok && !answer.redirected && Boolean(html);
}

async function asset(request: Request): Promise<Response> {
  const kept = await caches.match(request.url, { cacheName: CACHE });
  if (kept) return kept;
  const answer = await fetch(request);
  const copy = answer.clone();
  const hold = async () => (await caches.open(CACHE)).put(request.url, copy);
  if (answer.ok) await hold().catch(() => {});
  return answer;
}

async function keep(cache: Cache, address: string) {
  if (!(await cache.match(address))) await cache.add(address);
}

async function keepAll(addresses: readonly string[]) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) await keep(cache, address).catch(() => {});
}
