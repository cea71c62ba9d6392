import { inNativeApp } from "./nativeApp";

/** The reason why this device cannot receive notifications, if any. */
export type PushBarrier = "native" | "unsupported" | "installFirst" | "blocked";

/** iPhones and iPads. An iPad gives the name of a Mac, but no Mac has a touch screen. */
function onIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

export function pushBarrier(): PushBarrier | undefined {
  // The native app asks the member and gives us its push token. It has its own switch.
  if (inNativeApp()) return "native";
  // On iOS only apps on the home screen may receive notifications.
  if (onIos() && !window.matchMedia("(display-mode: standalone)").matches) return "installFirst";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return "unsupported";
  return Notification.permission === "denied" ? "blocked" : undefined;
}

/** This browser's push subscription; undefined when there is none. */
export async function currentSubscription(): Promise<PushSubscription | undefined> {
  if (pushBarrier()) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}
