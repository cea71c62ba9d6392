import { expect, it } from "vitest";
import { BLANK } from "../../catalogue/rules/form";
import { bonusToCompute, itemToCompute } from "./outlook";

it("computes a reward with a price, with or without a stock", () => {
  expect(itemToCompute({ kind: "item" })).toBeUndefined();
  expect(itemToCompute({ kind: "item", points: 900 })).toEqual({ kind: "item", points: 900 });
  expect(itemToCompute({ kind: "item", points: 900, leftover: 0, name: { en: "Tea" } })).toEqual({
    kind: "item",
    points: 900,
    leftover: 0,
  });
});

const HOURS = { ...BLANK, budget: "hkd", budgetAmount: "500", factor: "2" } as const;

it("computes bonus hours without their name and dates", () => {
  const name = { en: "Quiet" };
  expect(bonusToCompute({ ...HOURS, name, from: "2026-03-01", until: "2026-03-31" })).toEqual({
    kind: "bonus",
    bonus: { kind: "multiplier", factor: "2", of: "base" },
    weekdays: [],
    outlets: [],
    budget: { unit: "hkd", amount: "500" },
  });
});

it.each([
  { factor: "" },
  { factor: "2." },
  { bonus: "fixed", points: "" },
  { bonus: "perAmount", points: "5", eachHkd: "" },
  { budgetAmount: "500." },
  { budget: "points", budgetAmount: "12.5" },
  { minimumBillHkd: "80." },
] as const)("waits while a number is missing or being typed: %o", (typed) => {
  expect(bonusToCompute({ ...HOURS, ...typed })).toBeUndefined();
});
