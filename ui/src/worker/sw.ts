// The service worker: the app opens without a line, and a new version waits until it is asked for.
// It looks after the app's own files only. What the API says never passes through it.
export {};

// The library of types for pages does not know workers; this much is needed here.
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
interface Worker {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Waiting) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Told) => void): void;
}
declare const self: Worker;
/** A digest of the build: another build is another worker. */
declare const __VERSION__: string;

const OURS = "kapok-app-";
const CACHE = `${OURS}${__VERSION__}`;
const PAGE = "/index.html";
// Served by the same host, but either not this app or never the same twice.
const APART = /^\/(api|admin|merchant|media)(\/|$)/;
/** Longer than this, and the page that is kept is better than the one that is on its way. */
const PATIENCE_MS = 4_000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add(new Request(PAGE, { cache: "reload" }))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOlder().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const told = event.data;
  if (told === "take over") event.waitUntil(self.skipWaiting());
  // What a page loaded before there was a worker.
  else if (Array.isArray(told)) event.waitUntil(Promise.allSettled(told.filter(isAsset).map(keep)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || APART.test(pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(event));
  else if (isAsset(request.url)) event.respondWith(asset(request));
});

/** A file whose name changes with its content. */
function isAsset(address: unknown): address is string {
  if (typeof address !== "string" || !URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return origin === self.location.origin && pathname.startsWith("/assets/");
}

async function dropOlder() {
  const names = await caches.keys();
  const older = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(older.map((name) => caches.delete(name)));
}

/** Every address of the app is the same page: from the server, or as it was last. */
async function page(event: Fetching): Promise<Response> {
  const fresh = fetch(event.request).then(async (answer) => {
    if (isPage(answer)) await (await caches.open(CACHE)).put(PAGE, answer.clone());
    // A server that is restarting is as good as none.
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
  if (answer.ok) await (await caches.open(CACHE)).put(request.url, answer.clone());
  return answer;
}

async function keep(address: string) {
  const cache = await caches.open(CACHE);
  if (!(await cache.match(address))) await cache.add(address);
}
