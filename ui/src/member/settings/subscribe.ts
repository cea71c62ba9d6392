import { ownSubscription, registerBrowser } from "../../api/push";
import { toBase64Url } from "../../device/passkeys";

const READY_MS = 10_000;

/** The member's subscription in this browser to the programme that has this key; none for one to its predecessor. */
export async function subscriptionUnder(vapidKey: string): Promise<PushSubscription | undefined> {
  const subscription = await ownSubscription();
  const key = subscription?.options.applicationServerKey;
  return key && toBase64Url(key) !== vapidKey ? undefined : subscription;
}

/** The worker that hears the push service; fails where none became active, for which the browser would wait for ever. */
function worker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(reject, READY_MS, new Error("no service worker"))),
  ]);
}

/**
 * Asks the member, the browser's push service, and has our server write to it. False when the member said no; fails as
 * `call` does, and then leaves no subscription behind that would pass for notifications that nobody sends.
 */
export async function subscribeToPush(vapidKey: string, language: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await worker();
  // One under another key would stand in the way: nobody can write to it any more. Another member's goes with them.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: vapidKey });
  try {
    await registerBrowser(made, language);
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
  return true;
}
