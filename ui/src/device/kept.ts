import { inTab } from "./storage";

/** The cache for what a member saw last, on a device that may remember them. */
export const CACHE = "kapok-member";
/** What it is called in there, or in the tab's own storage. */
export const NAME = "/kept";

/** Forgets what was kept for a start without a line. */
export async function forgetKept() {
  inTab.remove(NAME);
  if ("caches" in globalThis) await caches.delete(CACHE);
}
