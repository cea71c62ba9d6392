import { inTab, onDevice } from "../device/storage";
import { forgetOfflineCache } from "./offline/cacheStorage";
import { NetworkError } from "./problem";

/** How long the server may say nothing, in milliseconds, before what is kept stands in for its answer: */
export const SLOW_MS = 4_000;
/** and before the call is given up. */
const STALLED_MS = 30_000;

/** Ends what a line that is neither cut nor carries anything would hold up for minutes; none in old browsers. */
export function stalled(): AbortSignal[] {
  const limit = AbortSignal.timeout?.(STALLED_MS);
  return limit ? [limit] : [];
}

/** The request token: bound to the session's cookie and worthless without it (contract, section 3). */
const TOKEN = "token";

export function requestToken(): string | null {
  return onDevice.get(TOKEN);
}

export function keepRequestToken(token: string) {
  onDevice.set(TOKEN, token);
}

export function dropRequestToken() {
  onDevice.remove(TOKEN);
}

/** Which device was told to the server for whom and in which language: it hears of the member as long as that session. */
export const TOLD = "push:told";

/** Early versions kept a password and the member's data here. Neither must outlive the first start of this one. */
const LEGACY = ["rememberPassword", "userInfo"] as const;

export function dropLegacy() {
  for (const name of LEGACY) onDevice.remove(name);
}

/** `known`: somebody was signed in here, and did not log out by themselves. */
type SessionEnd = (known: boolean) => void;
const ended = new Set<SessionEnd>();

/** Calls back when the server no longer knows the session; the answer takes the callback off again. */
export function onSessionEnd(listener: SessionEnd): () => void {
  ended.add(listener);
  return () => {
    ended.delete(listener);
  };
}

/** What this device knew of the session and kept of it, whatever of the app is there by then. */
function forgetHere() {
  dropRequestToken();
  forgetOfflineCache().catch(() => {});
}

/** That somebody's session was ended here and they have not been told yet: a page that is loaded again drops the note. */
const UNTOLD = "session:ended";

/** The note about it was shown. */
export function toldOfEnd() {
  inTab.remove(UNTOLD);
}

export function endSession() {
  const known = requestToken() !== null || inTab.get(UNTOLD) !== null;
  if (known) inTab.set(UNTOLD, "");
  forgetHere();
  for (const listener of ended) listener(known);
}

// Tabs share their cookies. One that learns of another's refresh must not rotate them again.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("kapok-session") : undefined;
// By the page's own clock: the device's may be set back at any time.
let refreshedAt = Number.NEGATIVE_INFINITY;
tabs?.addEventListener("message", ({ data }) => {
  if (data === LEFT) for (const listener of leaving) listener();
  else refreshedAt = performance.now();
});

const LEFT = "left";
const leaving = new Set<() => void>();

/** Calls back when the member logs out in another tab, which is more than a session that ran out. */
export function onLeaving(listener: () => void): () => void {
  leaving.add(listener);
  return () => {
    leaving.delete(listener);
  };
}

let goingOut = false;

/** Whether the member is logging out here: from then on nothing is fetched ahead for them. */
export function isGoingOut(): boolean {
  return goingOut;
}

/** Has the server end the session, by `end`; where that fails, the member stays. */
export async function goOut(end: () => Promise<unknown>) {
  goingOut = true;
  try {
    await end();
  } catch (error) {
    goingOut = false;
    throw error;
  }
}

/** Forgets who was signed in on this device, at their own wish, and tells the other tabs. */
export function forgetSession() {
  toldOfEnd();
  forgetHere();
  // The server drops it too; the page must not find it if that was lost on the way.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = "userInfo=; Max-Age=0; Path=/";
  tabs?.postMessage(LEFT);
}

let refreshing: Promise<boolean> | undefined;

/**
 * Renews the session once, however many calls of however many tabs met the same 401 since `sentAt`, which
 * `performance.now()` told.
 * Tells whether there is a session to go on with; fails with NetworkError when that cannot be known.
 */
export function renewSession(sentAt: number): Promise<boolean> {
  refreshing ??= withLock(() => (refreshedAt >= sentAt ? Promise.resolve(true) : refresh())).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Absent on plain http and in old web views: the server then forgives two tabs for ten seconds.
  return navigator.locks ? await navigator.locks.request("kapok-refresh", work) : await work();
}

async function refresh(): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch("/api/auth/refresh", {
      method: "POST",
      // Letters to the member follow the language on screen.
      headers: { "Accept-Language": document.documentElement.lang || "en" },
      // The other tabs wait for this one.
      signal: stalled()[0] ?? null,
    });
  } catch {
    throw new NetworkError();
  }
  // A server that is restarting has not ended the session; only a refusal does.
  if (response.status >= 500 || response.status === 429) throw new NetworkError();
  if (!response.ok) return false;
  const told: { token?: string } = await response.json().catch(() => ({}));
  if (told.token) keepRequestToken(told.token);
  refreshedAt = performance.now();
  tabs?.postMessage("refreshed");
  return true;
}
