import { expect, it } from "vitest";
import { countChange, percentChange } from "./change";

it("tells a change in whole percent, and none without an earlier number", () => {
  expect(percentChange(112, 100)).toBe("+12%");
  expect(percentChange(97, 100)).toBe("−3%");
  expect(percentChange(1001, 1000)).toBe("±0%");
  expect(percentChange(5, 0)).toBeUndefined();
});

it("tells a difference with its sign", () => {
  expect(countChange(1_212, 12)).toBe("+1,200");
  expect(countChange(3, 4)).toBe("−1");
  expect(countChange(4, 4)).toBeUndefined();
});
