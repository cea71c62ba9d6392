import { toBase64Url } from "../../device/passkeys";
import { currentSubscription } from "../../device/push";

/** This browser's subscription to the programme that has this key; none for one to its predecessor. */
export async function subscriptionUnder(vapidKey: string): Promise<PushSubscription | undefined> {
  const subscription = await currentSubscription();
  const key = subscription?.options.applicationServerKey;
  return key && toBase64Url(key) !== vapidKey ? undefined : subscription;
}

/** Asks the member and the browser's push service. Undefined when the member said no. */
export async function subscribeToPush(vapidKey: string): Promise<PushSubscription | undefined> {
  if ((await Notification.requestPermission()) !== "granted") return undefined;
  const { pushManager } = await navigator.serviceWorker.ready;
  // One under another key would stand in the way: nobody can write to it any more.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey });
}
