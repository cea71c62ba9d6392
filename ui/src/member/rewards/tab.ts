const TABS = ["coupons", "likes", "earnings"] as const;
export type SavedTab = (typeof TABS)[number];

const KEY = "activeTab";

/** The tab that was open last; coupons at first. */
export function chosenTab(): SavedTab {
  const kept = localStorage.getItem(KEY);
  return TABS.find((tab) => tab === kept) ?? "coupons";
}

export function keepTab(tab: SavedTab) {
  localStorage.setItem(KEY, tab);
}
