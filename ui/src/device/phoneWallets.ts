import { inNativeApp } from "./nativeApp";

/** A wallet that may hold the member's card. */
export type PhoneWallet = "apple" | "google";

/**
 * The wallets that this device may add a card to: both where that is not known, such as on a computer whose owner has
 * some phone. None in the native app, whose web view opens no card.
 */
export function phoneWallets(): readonly PhoneWallet[] {
  if (inNativeApp()) return [];
  const { userAgent } = navigator;
  if (/Android/.test(userAgent)) return ["google"];
  if (/iPhone|iPad|iPod/.test(userAgent)) return ["apple"];
  // Safari on a Mac, or on an iPad that gives the name of a Mac. Other browsers name themselves too.
  if (/Macintosh/.test(userAgent) && !/Chrome|Firefox/.test(userAgent)) return ["apple"];
  return ["apple", "google"];
}
