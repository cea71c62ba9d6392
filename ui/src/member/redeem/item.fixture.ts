import type { Item } from "../../api/items";

/** An item for tests, without limits of stock or quota. */
export const itemFixture = (rest: Partial<Item> = {}): Item => ({
  _id: "i1",
  type: "coupon",
  name: { en: "Bun" },
  description: { en: "A bun" },
  image: "/bun.svg",
  points: 100,
  leftover: -1,
  qoutaPerson: -1,
  toc: { en: "" },
  ...rest,
});
