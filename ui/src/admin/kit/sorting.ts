import { useAddress } from "./useAddress";

export type Way = "ascending" | "descending";

/** An order that the server offers. */
export interface Order<V extends string = string> {
  /** The value of the parameter `sort`. */
  value: V;
  /** The key of the column that it sorts. */
  column: string;
  way: Way;
}

/** The orders of a list; the first one is the server's default, and the address leaves it out. */
export type Orders<V extends string = string> = readonly [Order<V>, ...Order<V>[]];

export interface Sorting<V extends string = string> {
  orders: Orders<V>;
  chosen: Order<V>;
  choose(order: Order<V>): void;
}

/** What a press on a column's head chooses: the column's next order, and after its last one the default. */
export function nextOrder<V extends string>({ orders, chosen }: Sorting<V>, column: string): Order<V> {
  const own = orders.filter((order) => order.column === column);
  return own[own.indexOf(chosen) + 1] ?? orders[0];
}

/** The order of a list, kept in the address; `asked` is what the call sends. */
export function useSorting<V extends string>(orders: Orders<V>): Sorting<V> & { asked: { sort?: V } } {
  const { get, change } = useAddress();
  const chosen = orders.find(({ value }) => value === get("sort")) ?? orders[0];
  return {
    orders,
    chosen,
    choose: (order) => change({ sort: order === orders[0] ? "" : order.value }),
    asked: chosen === orders[0] ? {} : { sort: chosen.value },
  };
}
