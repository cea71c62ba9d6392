import { expect, test } from "vitest";
import { costOf, dollarsOf, reach } from "./cost";
import type { GoalCost } from "./goals";

const cost = (more: Partial<GoalCost>): GoalCost => ({
  from: "2026-10-31",
  to: "2026-11-27",
  counted: 900,
  members: 412,
  fullCards: 96,
  cutShort: false,
  ...more,
});

test("dollars have separated thousands and no empty cents", () => {
  expect(["1344.00", "14.50", "0.00", "1000000.05"].map(dollarsOf)).toEqual([
    "HK$1,344",
    "HK$14.50",
    "HK$0",
    "HK$1,000,000.05",
  ]);
});

test("a cost that nobody knows stays unknown", () => {
  expect(costOf(cost({ hkd: "1344.00" }), "item")).toBe("1344.00");
  expect(costOf(cost({}), "item")).toBeUndefined();
  expect(costOf(cost({ hkd: "0.00" }), "multiplier")).toBeUndefined();
});

test("the smaller of stock and limit bounds the rewards", () => {
  expect(reach(cost({ couponsLeft: 250 }), "item")).toEqual({ of: "coupons", left: 250 });
  expect(reach(cost({ couponsLeft: 250, rewardsLeft: 100 }), "item")).toEqual({ of: "rewards", left: 100 });
  expect(reach(cost({ couponsLeft: 50, rewardsLeft: 100 }), "item")).toEqual({ of: "coupons", left: 50 });
  expect(reach(cost({ rewardsLeft: 100 }), "item")).toEqual({ of: "rewards", left: 100 });
  expect(reach(cost({}), "item")).toEqual({ of: "coupons", left: undefined });
  expect(reach(cost({ rewardsLeft: 7 }), "points")).toEqual({ of: "rewards", left: 7 });
  expect(reach(cost({}), "badge")).toEqual({ of: "rewards", left: undefined });
});
