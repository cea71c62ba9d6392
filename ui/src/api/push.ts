import { inNativeApp, nativePushToken } from "../device/nativeApp";
import { currentSubscription } from "../device/push";
import { inTab, onDevice } from "../device/storage";
import { call } from "./call";
import { cachedUser } from "./member";
import type { components } from "./schema";
import { TOLD } from "./session";

type Device = components["schemas"]["SubscribeRequest"];

/** The member who switched notifications on in this browser. Another member who logs in here did not. */
const ASKED_BY = "push:member";

const mark = (address: string, language: string) => `${cachedUser()?._id} ${language} ${address}`;

/** Registers this device for the member's notifications in the language of the page. Fails as `call` does. */
async function tell(device: Device, address: string, language: string) {
  await call("post", "/api/auth/subscribe", { body: device });
  inTab.set(TOLD, mark(address, language));
}

/** Registers a browser's push subscription for the signed-in member. */
export async function registerBrowser(subscription: PushSubscription, language: string) {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) throw new Error("a subscription without an address or keys");
  await tell({ subscription: { endpoint, keys: { p256dh, auth } } }, endpoint, language);
  onDevice.set(ASKED_BY, cachedUser()?._id ?? "");
}

/** This browser's subscription; undefined where there is none or another member switched it on. */
export async function ownSubscription(): Promise<PushSubscription | undefined> {
  const own = (onDevice.get(ASKED_BY) ?? cachedUser()?._id) === cachedUser()?._id;
  return own ? await currentSubscription() : undefined;
}

/** Unsubscribes this browser from notifications. */
export async function forgetBrowser(endpoint: string) {
  inTab.remove(TOLD);
  await call("post", "/api/auth/unsubscribe", { body: { endpoint } });
  onDevice.remove(ASKED_BY);
}

/** Removes the subscription when the member's account is deleted. */
export async function dropSubscription() {
  onDevice.remove(ASKED_BY);
  await (await currentSubscription())?.unsubscribe();
}

/**
 * Registers this device again after each sign-in, because a registration ends with its session. Also
 * registers each new token of a native app, and again after a change of language.
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

/** The interval at which a native app that has no push token yet is checked. */
const LOOK_MS = 3_000;

/**
 * Keeps this device's registration current. A native app may get its token long after the page has started,
 * or a new token while the page is hidden, and cannot notify the page. Call the returned function to stop.
 */
export function keepRegistered(language: string): () => void {
  let busy = false;
  const look = async () => {
    if (busy || document.hidden) return;
    busy = true;
    // After a network error or a refusal, the next check tries again.
    await registerAgain(language).catch(() => {});
    busy = false;
  };
  const timer = setInterval(() => {
    if (inNativeApp() && !nativePushToken()) return;
    // From now on a check when the page becomes visible or the device comes online is enough.
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
