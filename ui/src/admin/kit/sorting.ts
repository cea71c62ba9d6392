import { type Language, pageTagOf, useLanguage } from "../../i18n/language";
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

/**
 * The order that a press on a column's head chooses: its next order, and after its last order the default.
 */
export function nextOrder<V extends string>({ orders, chosen }: Sorting<V>, column: string): Order<V> {
  const own = orders.filter((order) => order.column === column);
  return own[own.indexOf(chosen) + 1] ?? orders[0];
}

/** The order of a list, kept in the address under `name`; `asked` is what the call sends. */
export function useSorting<V extends string>(
  orders: Orders<V>,
  name = "sort",
): Sorting<V> & { asked: { sort?: V } } {
  const { get, change } = useAddress();
  const chosen = orders.find(({ value }) => value === get(name)) ?? orders[0];
  return {
    orders,
    chosen,
    choose: (order) => change({ [name]: order === orders[0] ? "" : order.value }),
    asked: chosen === orders[0] ? {} : { sort: chosen.value },
  };
}

/** A column of a table whose rows are all in the browser. */
export interface SortedColumn<T> {
  key: string;
  /** The value by which the column sorts; a time in milliseconds. Rows without a value come last. */
  by?(row: T): string | number | undefined;
}

/** The orders that such a table offers. */
export interface LocalOrder<T> {
  columns: readonly SortedColumn<T>[];
  /** The order of the unsorted rows, if it equals the order of a column. */
  given?: { column: string; way: Way };
  /** The order's name in the address, where a screen has several tables. */
  name?: string;
}

const turned = (way: Way): Way => (way === "ascending" ? "descending" : "ascending");

/** All orders: the unsorted rows, then each column in both directions. Numbers and times begin with the largest, texts
 * with the first in the alphabet. */
export function ordersOf<T>(rows: readonly T[], { columns, given }: LocalOrder<T>): Orders {
  const orders = columns.flatMap(({ key, by }): Order[] => {
    if (!by) return [];
    const way: Way = rows.some((row) => typeof by(row) === "number") ? "descending" : "ascending";
    return [way, turned(way)]
      .map((one) => ({ value: one === "ascending" ? key : `-${key}`, column: key, way: one }))
      .filter(({ way: one }) => key !== given?.column || one !== given.way);
  });
  return [{ value: "", ...(given ?? { column: "", way: "ascending" }) }, ...orders];
}

/** The rows sorted by a value; rows with equal values keep their order. */
export function sortedBy<T>(
  rows: readonly T[],
  by: (row: T) => string | number | undefined,
  way: Way,
  language: Language,
): T[] {
  const texts = new Intl.Collator(pageTagOf(language), { numeric: true });
  const sign = way === "ascending" ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
    if (typeof a === "number" && typeof b === "number") return sign * (a - b);
    return sign * texts.compare(String(a), String(b));
  });
}

/** Sorts rows that are all in the browser, by the order in the address. */
export function useLocalSorting<T>(rows: readonly T[] | undefined, order: LocalOrder<T>) {
  const language = useLanguage();
  const sorting = useSorting(ordersOf(rows ?? [], order), order.name);
  const { value, column, way } = sorting.chosen;
  const by = order.columns.find(({ key }) => key === column)?.by;
  return { sorting, rows: rows && by && value !== "" ? sortedBy(rows, by, way, language) : rows };
}
