import { expect, it } from "vitest";
import { nextOrder, type Orders } from "./sorting";

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
