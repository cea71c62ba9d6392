import type { Item } from "../../api/items";

/** The number that the member can still redeem: the smaller of stock and quota. Undefined without a limit. */
export function availability({
  leftover,
  qoutaPerson,
}: Pick<Item, "leftover" | "qoutaPerson">): number | undefined {
  const limits = [leftover, qoutaPerson].filter((limit) => limit >= 0);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Up to this number, the badge warns that few are left (specification, section 9). */
export const FEW = 10;

export const ORDERS = ["ours", "cheapest", "newest", "ending"] as const;
/** The programme's own order by type, or the member's choice, by what the points reach. */
export type Order = (typeof ORDERS)[number];

export interface Shelf {
  title: Item["type"] | "afford" | "nearly" | "further";
  items: Item[];
}

/** Points that may be missing for an item to be nearly there: 3,000, or a quarter of its price. */
const NEARLY = 3_000;

function reachOf(points: number, balance: number): "afford" | "nearly" | "further" {
  const missing = points - balance;
  if (missing <= 0) return "afford";
  return missing <= Math.max(NEARLY, points / 4) ? "nearly" : "further";
}

const COMPARED: Record<Exclude<Order, "ours">, (one: Item, other: Item) => number> = {
  cheapest: (one, other) => one.points - other.points,
  // Ids sort by creation.
  newest: (one, other) => (one._id < other._id ? 1 : -1),
  // Items that never end come last.
  ending: (one, other) => (one.validUntil ?? "9").localeCompare(other.validUntil ?? "9"),
};

/** The items in sections. Sold out ones keep their place. */
export function shelvesOf(items: readonly Item[], order: Order, balance: number | undefined): Shelf[] {
  const titles =
    order === "ours" ? (["exchange", "coupon"] as const) : (["afford", "nearly", "further"] as const);
  const sorted = order === "ours" ? items : items.toSorted(COMPARED[order]);
  const titleOf = ({ type, points }: Item) => (order === "ours" ? type : reachOf(points, balance ?? 0));
  return titles
    .map((title) => ({ title, items: sorted.filter((item) => titleOf(item) === title) }))
    .filter(({ items }) => items.length > 0);
}
