import { type DehydratedState, dehydrate, hydrate, type Query } from "@tanstack/react-query";
import { idle } from "../../device/idle";
import { mayRemember } from "../../device/remembered";
import { inTab } from "../../device/storage";
import { cachedUser, type UserInfo } from "../member";
import { NetworkError } from "../problem";
import { queryClient } from "../queries";
import { onSessionEnd, SLOW_MS } from "../session";
import { forgetOfflineCache, OFFLINE_CACHE, OFFLINE_ENTRY } from "./cacheStorage";

// What is worth a look without a line: the balance and the member's code, the history, the coupons
// and what names them, what was told, and what was chosen. Codes of coupons are in none of these.
const KEPT: ReadonlySet<unknown> = new Set([
  "user",
  "transactions",
  "redemptions",
  "items",
  "partners",
  "articles",
  "privacy",
  "inbox",
  "preferences",
  "config",
]);
const PAUSE_MS = 1_000;
/** As long as an app that is never idle may put it off. */
const LATEST_MS = 2_000;

/** Of the member's own contacts as much as tells them which is meant: a device that is lost tells no more. */
export const maskedContact = (contact: string) =>
  contact.includes("@") ? `${[...contact][0]}•••@${contact.split("@").pop()}` : `•••• ${contact.slice(-4)}`;

const isUserInfo = (data: unknown): data is UserInfo =>
  typeof data === "object" && data !== null && "shortId" in data;

/** What is kept of an answer: all of it, but for the contacts in the member's own record. */
function keepable(query: KeptQuery): KeptQuery {
  const data: unknown = query.state.data;
  if (query.queryKey[0] !== "user" || !isUserInfo(data)) return query;
  const masked = {
    ...data,
    ...(data.email && { email: maskedContact(data.email) }),
    ...(data.phone && { phone: maskedContact(data.phone) }),
  };
  return { ...query, state: { ...query.state, data: masked } };
}

interface Kept {
  /** Whose it is. */
  member: string;
  queries: KeptQuery[];
}

type KeptQuery = DehydratedState["queries"][number];

// The cache forgets what no screen has asked for lately; a cut line may come later than that.
const kept = new Map<string, KeptQuery>();

const worthKeeping = ({ queryKey, state }: Query) => KEPT.has(queryKey[0]) && state.status === "success";

/** On a device that may remember the member it outlives the tab, elsewhere not. */
const remembered = () => mayRemember() && "caches" in globalThis;

async function keep() {
  const member = cachedUser()?._id;
  if (!member) return forget();
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: worthKeeping });
  for (const query of queries) kept.set(query.queryHash, keepable(query));
  const text = JSON.stringify({ member, queries: [...kept.values()] } satisfies Kept);
  if (!remembered()) {
    // At once: a page that is being left has no time for more.
    inTab.set(OFFLINE_ENTRY, text);
    // From a time when it was allowed: it would outlive the tab.
    if ("caches" in globalThis) await caches.delete(OFFLINE_CACHE);
    return;
  }
  const cache = await caches.open(OFFLINE_CACHE);
  await cache.put(OFFLINE_ENTRY, new Response(text, { headers: { "Content-Type": "application/json" } }));
}

async function recall() {
  const found = remembered() ? await caches.match(OFFLINE_ENTRY, { cacheName: OFFLINE_CACHE }) : undefined;
  const text = found ? await found.text() : inTab.get(OFFLINE_ENTRY);
  if (!text) return;
  const { member, queries }: Partial<Kept> = JSON.parse(text);
  if (!queries || member !== cachedUser()?._id) return forget();
  for (const query of queries) if (!kept.has(query.queryHash)) kept.set(query.queryHash, query);
  for (const query of queryClient.getQueryCache().getAll()) standIn(query);
}

/** Shows what is kept where nothing came. Never while the server answers: it would show yesterday's news. */
function standIn(query: Query, late = false) {
  const found = kept.get(query.queryHash);
  const { data, fetchStatus, fetchFailureReason } = query.state;
  if (!found || data !== undefined) return;
  if (late || fetchFailureReason instanceof NetworkError)
    hydrate(queryClient, { queries: [found], mutations: [] });
  else if (fetchStatus === "fetching" && !awaited.has(query)) {
    awaited.add(query);
    setTimeout(() => standIn(query, query.state.fetchStatus === "fetching"), SLOW_MS);
  }
}

// Those that a slow line is given its time for.
const awaited = new WeakSet<Query>();

async function forget() {
  kept.clear();
  await forgetOfflineCache();
}

/** Keeps the last that was seen for a start without a line, until the session ends; the answer stops it. */
export function startOfflineCache(): () => void {
  // Nothing here is needed while there is a line, so nothing here may disturb.
  const quietly = (work: () => Promise<unknown>) => () => void work().catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  // All of it is written anew, which on a slow phone may take as long as a tap may wait.
  const keepWhenIdle = async () => {
    await idle(LATEST_MS);
    if (!stopped) await keep();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(quietly(keepWhenIdle), PAUSE_MS);
  };
  // What came before this began is kept as well, once it cannot take the place of what was kept before.
  recall()
    .catch(() => {})
    .then(() => {
      if (!stopped && queryClient.getQueryCache().getAll().some(worthKeeping)) soon();
    });
  const stopKeeping = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === "removed" && !cachedUser()) quietly(forget)();
    if (type !== "updated") return;
    standIn(query);
    if (!worthKeeping(query) || query.state.fetchFailureReason) return;
    soon();
  });
  const stopForgetting = onSessionEnd(() => kept.clear());
  // Whoever looks something up in a hurry may find no line the next time.
  const hurry = () => {
    if (!document.hidden || timer === undefined) return;
    clearTimeout(timer);
    quietly(keep)();
  };
  document.addEventListener("visibilitychange", hurry);
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", hurry);
    if (timer !== undefined) quietly(keep)();
    clearTimeout(timer);
    stopKeeping();
    stopForgetting();
  };
}
