import { inTab } from "../../device/storage";

/** The cache of what a member saw last, on a device that may remember the member. */
export const OFFLINE_CACHE = "kapok-member";
/** The key of the entry in that cache, or in the tab's sessionStorage. */
export const OFFLINE_ENTRY = "/kept";

/** Deletes what is kept for an offline start. */
export async function forgetOfflineCache() {
  inTab.remove(OFFLINE_ENTRY);
  if ("caches" in globalThis) await caches.delete(OFFLINE_CACHE);
}
