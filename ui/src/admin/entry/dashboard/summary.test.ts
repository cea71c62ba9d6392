import { expect, it } from "vitest";
import { type Item, runningLow } from "./summary";

const item = (leftover: number, more: Partial<Item> = {}) =>
  ({ _id: String(leftover), leftover, content: { kind: "generated" }, freeCodes: 0, ...more }) as Item;

it("counts a stock as low at the reward's own number, and at 10 without one", () => {
  expect(runningLow([item(10), item(11)]).map(({ left }) => left)).toEqual([10]);
  expect(runningLow([item(10, { lowStock: 2 }), item(40, { lowStock: 50 })]).map(({ left }) => left)).toEqual(
    [40],
  );
  expect(runningLow([item(0, { lowStock: 0 }), item(1, { lowStock: 0 })]).map(({ left }) => left)).toEqual([
    0,
  ]);
});

it("counts the codes of a pool where they are fewer", () => {
  const pooled = item(-1, { content: { kind: "pool" }, freeCodes: 12, lowStock: 12 });
  expect(runningLow([pooled])).toMatchObject([{ left: 12, codes: true }]);
});
