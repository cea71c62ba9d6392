import { ownSubscription, registerBrowser } from "../../api/push";
import { toBase64Url } from "../../device/passkeys";

const READY_MS = 10_000;

/** The member's subscription in this browser; undefined for one to another VAPID key (an old one). */
export async function subscriptionUnder(vapidKey: string): Promise<PushSubscription | undefined> {
  const subscription = await ownSubscription();
  const key = subscription?.options.applicationServerKey;
  return key && toBase64Url(key) !== vapidKey ? undefined : subscription;
}

/** The active service worker. Fails after a timeout: without one, `ready` never resolves. */
function worker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => setTimeout(reject, READY_MS, new Error("no service worker"))),
  ]);
}

/**
 * Asks the member for permission, subscribes at the browser's push service and registers with our server.
 * False if the member refuses. Fails as `call` does, and then unsubscribes: no message would ever arrive.
 */
export async function subscribeToPush(vapidKey: string, language: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await worker();
  // Removes an old subscription: one with another key is useless, and one of another member must go.
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
