import type { Item } from "../../api/items";

/** How many the member can still redeem: the smaller of stock and quota. Undefined without a limit. */
export function availability({
  leftover,
  qoutaPerson,
}: Pick<Item, "leftover" | "qoutaPerson">): number | undefined {
  const limits = [leftover, qoutaPerson].filter((limit) => limit >= 0);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Up to this number, the badge warns that few are left (specification, section 9). */
export const FEW = 10;
