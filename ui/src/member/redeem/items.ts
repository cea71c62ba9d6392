import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type Item = components["schemas"]["Item"];

/** The most that the server hands out at once: a catalogue fits in. */
const LIMIT = 500;

/** What points buy, newest first. */
export const itemsQuery = () =>
  queryOptions({
    queryKey: ["items"],
    queryFn: ({ signal }) => call("get", "/api/redeem/list", { query: { limit: LIMIT }, signal }),
    // Ids sort as they were made (contract, section 2).
    select: (items) => [...items].sort((a, b) => (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)),
  });

/** How many the member can still have: the smaller of stock and quota. Undefined when there is no limit. */
export function availability({
  leftover,
  qoutaPerson,
}: Pick<Item, "leftover" | "qoutaPerson">): number | undefined {
  const limits = [leftover, qoutaPerson].filter((limit) => limit >= 0);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Above this number, what is left is no cause for haste (specification, section 9). */
export const FEW = 10;
