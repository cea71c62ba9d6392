import { onDevice } from "./storage";

const TABS = ["coupons", "likes", "earnings"] as const;
export type SavedTab = (typeof TABS)[number];

const KEY = "activeTab";

/** The tab that was open last; coupons by default. */
export function savedTab(): SavedTab {
  const kept = onDevice.get(KEY);
  return TABS.find((tab) => tab === kept) ?? "coupons";
}

export function saveTab(tab: SavedTab) {
  onDevice.set(KEY, tab);
}
