import { inTab } from "../../device/storage";

/** The cache for what a member saw last, on a device that may remember them. */
export const OFFLINE_CACHE = "kapok-member";
/** What it is called in there, or in the tab's own storage. */
export const OFFLINE_ENTRY = "/kept";

/** Forgets what was kept for a start without a line. */
export async function forgetOfflineCache() {
  inTab.remove(OFFLINE_ENTRY);
  if ("caches" in globalThis) await caches.delete(OFFLINE_CACHE);
}
