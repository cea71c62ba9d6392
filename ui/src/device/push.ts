import { inNativeApp } from "./nativeApp";

/** What stands in the way of notifications on this device, if anything. */
export type PushBarrier = "native" | "unsupported" | "installFirst" | "blocked";

/** iPhones and iPads; the latter call themselves Macs, but no Mac has a touch screen. */
function onIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

export function pushBarrier(): PushBarrier | undefined {
  // The app around this page asks the member and tells us its token: the switch is its own.
  if (inNativeApp()) return "native";
  // There, only apps on the home screen may send notifications.
  if (onIos() && !window.matchMedia("(display-mode: standalone)").matches) return "installFirst";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : undefined;
}

/** This browser's subscription; undefined when it has none. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (pushBarrier()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}
