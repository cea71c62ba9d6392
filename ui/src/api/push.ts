import { inNativeApp, nativePushToken } from "../device/nativeApp";
import { currentSubscription } from "../device/push";
import { inTab, onDevice } from "../device/storage";
import { call } from "./call";
import { cachedUser } from "./member";
import type { components } from "./schema";
import { TOLD } from "./session";

type Device = components["schemas"]["SubscribeRequest"];

/** Who switched notifications on in this browser. Another member who logs in here has not asked for any. */
const ASKED_BY = "push:member";

const mark = (address: string, language: string) => `${cachedUser()?._id} ${language} ${address}`;

/** Has the server tell this device of the member's news, in the language of the page. Fails as `call` does. */
async function tell(device: Device, address: string, language: string) {
  await call("post", "/api/auth/subscribe", { body: device });
  inTab.set(TOLD, mark(address, language));
}

/** Registers a browser's subscription for the member who is signed in. */
export async function registerBrowser(subscription: PushSubscription, language: string) {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error("a subscription without an address or keys");
  await tell({ subscription: { endpoint, keys: { p256dh, auth } } }, endpoint, language);
  onDevice.set(ASKED_BY, cachedUser()?._id ?? "");
}

/** This browser's subscription; undefined where it has none, and where another member asked for it. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  const own = (onDevice.get(ASKED_BY) ?? cachedUser()?._id) === cachedUser()?._id;
  return own ? await currentSubscription() : undefined;
}

/** The device hears nothing any more. */
export async function forgetBrowser(endpoint: string) {
  inTab.remove(TOLD);
  await call("post", "/api/auth/unsubscribe", { body: { endpoint } });
  onDevice.remove(ASKED_BY);
}

/** The member is gone for good, and their subscription with them. */
export async function dropSubscription() {
  onDevice.remove(ASKED_BY);
  await (await currentSubscription())?.unsubscribe();
}

/**
 * A device goes with its sign-in, and a native app may get another token: whatever this one is called is
 * told again for each, once, and once more in another language.
 */
async function registerAgain(language: string) {
  const told = (address: string) => inTab.get(TOLD) === mark(address, language);
  const fcmToken = nativePushToken();
  if (fcmToken) {
    if (!told(fcmToken)) await tell({ isNative: true, fcmToken }, fcmToken, language);
    return;
  }
  const subscription = await ownSubscription();
  if (subscription && !told(subscription.endpoint)) await registerBrowser(subscription, language);
}

/** How often a native app that has not said yet what its push service calls it is looked at. */
const LOOK_MS = 3_000;

/**
 * Keeps the server told what this device is called. A native app may learn that long after the page has started, or
 * learn of a change while the page is out of sight, and has no way of saying so. The answer stops it.
 */
export function keepRegistered(language: string): () => void {
  let busy = false;
  const look = async () => {
    if (busy || document.hidden) return;
    busy = true;
    // On a lost line, or refused: told at the next look.
    await registerAgain(language).catch(() => {});
    busy = false;
  };
  const timer = setInterval(() => {
    if (inNativeApp() && !nativePushToken()) return;
    // From now on a look whenever the page comes back into sight, or the line, is enough.
    clearInterval(timer);
    void look();
  }, LOOK_MS);
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  void look();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("online", look);
  };
}
