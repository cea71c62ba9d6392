import { expect, it } from "vitest";
import { nextOrder, type Orders, ordersOf, sortedBy } from "./sorting";

const ORDERS: Orders = [
  { value: "newest", column: "created", way: "descending" },
  { value: "oldest", column: "created", way: "ascending" },
  { value: "name", column: "name", way: "ascending" },
];

const after = (value: string, column: string) => {
  const chosen = ORDERS.find((order) => order.value === value) ?? ORDERS[0];
  return nextOrder({ orders: ORDERS, chosen, choose: () => {} }, column).value;
};

it("turns the column of the default order around and back", () => {
  expect(after("newest", "created")).toBe("oldest");
  expect(after("oldest", "created")).toBe("newest");
});

it("sorts by another column from its first order, and goes back to the default after its last", () => {
  expect(after("oldest", "name")).toBe("name");
  expect(after("name", "name")).toBe("newest");
  expect(after("name", "created")).toBe("newest");
});

interface Shop {
  name: string;
  points?: number;
}

const SHOPS: readonly Shop[] = [
  { name: "Tea 10", points: 5 },
  { name: "Tea 9" },
  { name: "bakery", points: 70 },
];
const COLUMNS = [
  { key: "name", by: ({ name }: Shop) => name },
  { key: "points", by: ({ points }: Shop) => points },
  { key: "picture" },
];

it("offers a text from its first one and a number from its highest, after the order in which rows come", () => {
  const values = ordersOf(SHOPS, { columns: COLUMNS }).map(({ value }) => value);
  expect(values).toEqual(["", "name", "-name", "-points", "points"]);
  const given = { column: "points", way: "descending" } as const;
  const orders = ordersOf(SHOPS, { columns: COLUMNS, given });
  expect(orders.map(({ value }) => value)).toEqual(["", "name", "-name", "points"]);
  expect(orders[0]).toEqual({ value: "", ...given });
});

it("sorts texts as people read them and numbers by their size, without a value last both ways", () => {
  const names = (by: (shop: Shop) => string | number | undefined, way: "ascending" | "descending") =>
    sortedBy(SHOPS, by, way, "en").map(({ name }) => name);
  expect(names(({ name }) => name, "ascending")).toEqual(["bakery", "Tea 9", "Tea 10"]);
  expect(names(({ points }) => points, "descending")).toEqual(["bakery", "Tea 10", "Tea 9"]);
  expect(names(({ points }) => points, "ascending")).toEqual(["Tea 10", "bakery", "Tea 9"]);
});
