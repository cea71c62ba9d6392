/** Subscribes again after the push service has revoked the subscription. */
export async function subscribeAgain(pushManager: PushManager) {
  const { vapidKey } = await (await fetch("/api/config")).json();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidKey,
  });
  const { endpoint, keys } = made.toJSON();
  // If the session has ended, the app registers the subscription at the next login.
  await fetch("/api/auth/renewSubscription", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  });
}
