import { type DehydratedState, dehydrate, hydrate, type Query } from "@tanstack/react-query";
import { idle } from "../../device/idle";
import { mayRemember } from "../../device/remembered";
import { inTab } from "../../device/storage";
import { cachedUser, type UserInfo } from "../member";
import { NetworkError } from "../problem";
import { queryClient } from "../queries";
import { onSessionEnd, SLOW_MS } from "../session";
import { forgetOfflineCache, OFFLINE_CACHE, OFFLINE_ENTRY } from "./cacheStorage";

// Queries worth keeping for offline use: balance and member code, history, coupons and their names,
// notifications, and preferences. None of them contains coupon codes.
const KEPT: ReadonlySet<unknown> = new Set([
  "user",
  "transactions",
  "redemptions",
  "items",
  "partners",
  "outlets",
  "bonuses",
  "articles",
  "privacy",
  "inbox",
  "preferences",
  "config",
  "counterCodes",
]);
const PAUSE_MS = 1_000;
/** Latest time of the write in an app that is never idle. */
const LATEST_MS = 2_000;

/** Masks a contact of the member. The member still recognises it, but a lost device does not reveal it. */
export const maskedContact = (contact: string) =>
  contact.includes("@") ? `${[...contact][0]}•••@${contact.split("@").pop()}` : `•••• ${contact.slice(-4)}`;

const isUserInfo = (data: unknown): data is UserInfo =>
  typeof data === "object" && data !== null && "shortId" in data;

/** The part of a response that is kept: everything except the full contacts in the member's own record. */
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
  /** The member's id. */
  member: string;
  queries: KeptQuery[];
}

type KeptQuery = DehydratedState["queries"][number];

// The query cache drops data that no screen used lately. The connection may be lost later than that.
const kept = new Map<string, KeptQuery>();

const worthKeeping = ({ queryKey, state }: Query) => KEPT.has(queryKey[0]) && state.status === "success";

/** On a device that may remember the member, the kept data outlives the tab. Elsewhere it does not. */
const remembered = () => mayRemember() && "caches" in globalThis;

async function keep() {
  const member = cachedUser()?._id;
  if (!member) return forget();
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery: worthKeeping });
  for (const query of queries) kept.set(query.queryHash, keepable(query));
  const text = JSON.stringify({ member, queries: [...kept.values()] } satisfies Kept);
  if (!remembered()) {
    // Before any `await`: a page that is closing has no time for more.
    inTab.set(OFFLINE_ENTRY, text);
    // A cache from when remembering was allowed would outlive the tab.
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

/** Shows kept data where no response came. Never while the server responds: the kept data is older. */
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

// Queries that already wait SLOW_MS for a slow connection.
const awaited = new WeakSet<Query>();

async function forget() {
  kept.clear();
  await forgetOfflineCache();
}

/** Keeps the last data for an offline start, until the session ends. Call the returned function to stop. */
export function startOfflineCache(): () => void {
  // Nothing here is needed while online, so errors are ignored.
  const quietly = (work: () => Promise<unknown>) => () => void work().catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  // Writes all queries again, which on a slow phone may take too long during a tap.
  const keepWhenIdle = async () => {
    await idle(LATEST_MS);
    if (!stopped) await keep();
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(quietly(keepWhenIdle), PAUSE_MS);
  };
  // Keep data that arrived before this started, but after `recall`, which must not lose older kept data.
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
  // Write at once when the page is hidden: a member who looks something up quickly may be offline next time.
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
