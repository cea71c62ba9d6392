import { describe, expect, it } from "vitest";
import { amountHkd, earns, grouped, isOverfull, type Key, pointsAt, press } from "./amount";

const typed = (keys: string) => [...keys].reduce((amount, key) => press(amount, toKey(key)), "");
const toKey = (key: string): Key => {
  const known = (["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "."] as const).find((one) => one === key);
  return known ?? "erase";
};

describe("an amount typed at the till", () => {
  it.each([
    ["42.50", "42.50"],
    [".5", "0.5"],
    ["007", "7"],
    ["1.234", "1.23"],
    ["1..2", "1.2"],
    ["12<<", ""],
    ["12345678", "1234567"],
    ["4.<2", "42"],
  ])("%s is %s", (keys, shown) => {
    expect(typed(keys)).toBe(shown);
  });

  it.each([
    ["", undefined],
    ["0", undefined],
    ["0.00", undefined],
    ["42.", "42.00"],
    ["42.5", "42.50"],
    ["0.05", "0.05"],
  ])("%s is sent as %s", (shown, sent) => {
    expect(amountHkd(shown)).toBe(sent);
  });
});

describe("points for an amount", () => {
  // The cases of the server's own test, and cases where floats give the wrong result.
  it.each([
    ["128.50", "1.5", 192],
    ["0.66", "1.5", 0],
    ["42.50", "2", 85],
    ["1.10", "100", 110],
    ["0.29", "100", 29],
    ["9999999.99", "1000", 9999999990],
    ["33.33", "0.0003", 0],
  ])("%s at %s is %i", (amount, rate, points) => {
    expect(pointsAt(amount, rate)).toBe(points);
  });

  it("rounds each part down by itself", () => {
    const rates = { basePoints: "1.5", extraPoints: "0.5" };
    expect(earns("128.50", rates, true)).toEqual({ base: 192, extra: 64, points: 256 });
    expect(earns("128.50", rates, false)).toEqual({ base: 192, extra: 0, points: 192 });
  });
});

it.each([
  ["", ""],
  ["999", "999"],
  ["1234567.8", "1,234,567.8"],
  ["1000.", "1,000."],
  ["0.1234", "0.1234"],
])("%j is shown as %j", (amount, shown) => expect(grouped(amount)).toBe(shown));

it("detects a digit that exceeds the length limit", () => {
  expect(isOverfull("1234567", "8")).toBe(true);
  expect(isOverfull("123456", "7")).toBe(false);
  expect(isOverfull("1234567", "erase")).toBe(false);
  expect(isOverfull("1234567.8", "9")).toBe(false);
});
