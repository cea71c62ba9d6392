import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { lowAt } from "../../kit/lowStock";
import { ADMIN } from "../../session";

export type Item = components["schemas"]["AdminItem"];

/** The whole catalogue as staff see it; it is short. */
export const catalogueQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "items", "low"],
    queryFn: ({ signal }) => call("get", "/api/admin/items", { query: { limit: 500 }, signal }),
  });

export interface Low {
  item: Item;
  left: number;
  /** True if `left` counts the free codes of the pool, false if it counts the stock. */
  codes: boolean;
}

/** Available rewards with low stock, lowest first. */
export function runningLow(items: readonly Item[]): Low[] {
  return items
    .filter(({ active }) => active !== false)
    .map((item): Low => {
      const stock = item.leftover ?? -1;
      const pooled = item.content.kind === "pool";
      const codes = pooled && (stock < 0 || item.freeCodes <= stock);
      return { item, codes, left: codes ? item.freeCodes : stock };
    })
    .filter(({ item, left }) => left >= 0 && left <= lowAt(item))
    .sort((a, b) => a.left - b.left);
}
