import { nativePushToken } from "../device/host";
import { currentSubscription } from "../device/push";
import { inTab } from "../device/storage";
import { call } from "./call";
import { cachedUser } from "./member";
import type { components } from "./schema";

type Device = components["schemas"]["SubscribeRequest"];

/** Which device was told to the server for whom and in which language, in this tab. */
const TOLD = "push:told";

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
}

/** The device hears nothing any more. */
export async function forgetBrowser(endpoint: string) {
  inTab.remove(TOLD);
  await call("post", "/api/auth/unsubscribe", { body: { endpoint } });
}

/**
 * A device goes with its sign-in, and a native app may get another token: whatever this one is called is
 * told again for each, once, and once more in another language.
 */
export async function registerAgain(language: string) {
  const told = (address: string) => inTab.get(TOLD) === mark(address, language);
  const fcmToken = nativePushToken();
  if (fcmToken) {
    if (!told(fcmToken)) await tell({ isNative: true, fcmToken }, fcmToken, language);
    return;
  }
  const subscription = await currentSubscription();
  if (subscription && !told(subscription.endpoint)) await registerBrowser(subscription, language);
}
