import type { components } from "../../../api/schema";

type Hours = components["schemas"]["EarningRuleHours"];

/** The hours of a rule within a day: two parts if they go over midnight, the one before midnight first. */
export function partsOfDay({ from, until }: Hours): Hours[] {
  if (from < until) return [{ from, until }];
  const parts = [
    { from, until: "24:00" },
    { from: "00:00", until },
  ];
  return parts.filter((part) => part.from < part.until);
}
