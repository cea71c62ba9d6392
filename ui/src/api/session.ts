import { inTab, onDevice } from "../device/storage";
import { forgetOfflineCache } from "./offline/cacheStorage";
import { NetworkError } from "./problem";

/** Milliseconds without a response after which kept data is shown. */
export const SLOW_MS = 4_000;
/** Milliseconds without a response after which the call is aborted. */
const STALLED_MS = 30_000;

/** Signals that abort a call on a stalled connection, which could hang for minutes. Empty in old browsers. */
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

/** The key of the last registration for push: member, language and device. It ends with the session. */
export const TOLD = "push:told";

/** Early versions stored a password and the member's data here. The first start of this one deletes both. */
const LEGACY = ["rememberPassword", "userInfo"] as const;

export function dropLegacy() {
  for (const name of LEGACY) onDevice.remove(name);
}

/** `known`: somebody was signed in here and did not log out themselves. */
type SessionEnd = (known: boolean) => void;
const ended = new Set<SessionEnd>();

/** Calls `listener` when the server no longer knows the session. Call the returned function to remove it. */
export function onSessionEnd(listener: SessionEnd): () => void {
  ended.add(listener);
  return () => {
    ended.delete(listener);
  };
}

/** Deletes what this device keeps of the session. Does not need any other part of the app to be loaded. */
function forgetHere() {
  dropRequestToken();
  forgetOfflineCache().catch(() => {});
}

/** Marks that a session ended here and the member has not seen the notice: a reload loses the notice. */
const UNTOLD = "session:ended";

/** Called once the notice was shown. */
export function toldOfEnd() {
  inTab.remove(UNTOLD);
}

export function endSession() {
  const known = requestToken() !== null || inTab.get(UNTOLD) !== null;
  if (known) inTab.set(UNTOLD, "");
  forgetHere();
  for (const listener of ended) listener(known);
}

// Tabs share their cookies. A tab that learns of another tab's refresh must not rotate them again.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("kapok-session") : undefined;
// On the page's monotonic clock: the device's clock may be set back at any time.
let refreshedAt = Number.NEGATIVE_INFINITY;
tabs?.addEventListener("message", ({ data }) => {
  if (data === LEFT) for (const listener of leaving) listener();
  else refreshedAt = performance.now();
});

const LEFT = "left";
const leaving = new Set<() => void>();

/** Calls `listener` when the member logs out in another tab, as opposed to a session that expired. */
export function onLeaving(listener: () => void): () => void {
  leaving.add(listener);
  return () => {
    leaving.delete(listener);
  };
}

let goingOut = false;

/** Returns whether the member is logging out in this tab. From then on the tab prefetches nothing. */
export function isGoingOut(): boolean {
  return goingOut;
}

/** Ends the session on the server with `end`. If that fails, the member stays signed in. */
export async function goOut(end: () => Promise<unknown>) {
  goingOut = true;
  try {
    await end();
  } catch (error) {
    goingOut = false;
    throw error;
  }
}

/** Deletes the session from this device after a log out by the member, and informs the other tabs. */
export function forgetSession() {
  toldOfEnd();
  forgetHere();
  // The server deletes the cookie too, but its response may have been lost.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http.
  document.cookie = "userInfo=; Max-Age=0; Path=/";
  tabs?.postMessage(LEFT);
}

let refreshing: Promise<boolean> | undefined;

/**
 * Renews the session once for all calls of all tabs that met a 401. `sentAt` is the `performance.now()` of
 * the call. Returns whether a session exists; fails with NetworkError when that cannot be known.
 */
export function renewSession(sentAt: number): Promise<boolean> {
  refreshing ??= withLock(() => (refreshedAt >= sentAt ? Promise.resolve(true) : refresh())).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  // Absent on plain http and in old web views. The server then accepts a second refresh for ten seconds.
  return navigator.locks ? await navigator.locks.request("kapok-refresh", work) : await work();
}

async function refresh(): Promise<boolean> {
  let response: Response;
  try {
    response = await fetch("/api/auth/refresh", {
      method: "POST",
      // E-mails to the member use the language on screen.
      headers: { "Accept-Language": document.documentElement.lang || "en" },
      // The other tabs wait for this request.
      signal: stalled()[0] ?? null,
    });
  } catch {
    throw new NetworkError();
  }
  // A restarting server has not ended the session; only a refusal does.
  if (response.status >= 500 || response.status === 429) throw new NetworkError();
  if (!response.ok) return false;
  const told: { token?: string } = await response.json().catch(() => ({}));
  if (told.token) keepRequestToken(told.token);
  refreshedAt = performance.now();
  tabs?.postMessage("refreshed");
  return true;
}
