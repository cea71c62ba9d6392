import { inTab } from "./storage";

/** Where the last that a member saw is kept for a start without a line: in a cache where the device may remember them, */
export const CACHE = "kapok-member";
/** and under this name there, or else in the tab. */
export const NAME = "/kept";

/** It goes with the session, whatever of the app is there by then. */
export async function forgetKept() {
  inTab.remove(NAME);
  if ("caches" in globalThis) await caches.delete(CACHE);
}
