import type { Item } from "../../api/items";

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
