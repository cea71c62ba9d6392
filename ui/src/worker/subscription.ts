/** The push service has taken back the address that the server writes to: here is the next. */
export async function subscribeAgain(pushManager: PushManager) {
  const { vapidKey } = await (await fetch("/api/config")).json();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: vapidKey,
  });
  const { endpoint, keys } = made.toJSON();
  // Where the sign-in has ended meanwhile, the app tells the server at the next one.
  await fetch("/api/auth/renewSubscription", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ subscription: { endpoint, keys } }),
  });
}
