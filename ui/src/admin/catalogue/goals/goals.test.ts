import { expect, test } from "vitest";
import { formOf, type Goal, goalOf, withKind } from "./goals";

const goal: Goal = {
  name: { en: "Six cups", zh: "六杯", zhhk: "六杯" },
  kind: "challenge",
  counts: "spend",
  target: 500,
  partners: ["1"],
  minimumBillHkd: "20.00",
  perDay: 2,
  window: { kind: "sinceFirst", days: 30 },
  from: "2026-11-01",
  until: "2026-12-31",
  repeats: true,
  limit: 100,
  reward: { kind: "item", item: "7" },
};

test("the editor gives back the goal that it was opened with", () => {
  expect(goalOf(formOf(goal))).toEqual(goal);
});

test("what is empty is left out", () => {
  const form = { ...formOf(undefined), name: { en: "Six cups", zh: "" }, perDay: "" };
  expect(goalOf(form)).toEqual({
    name: { en: "Six cups" },
    kind: "stampCard",
    counts: "purchases",
    target: 6,
    partners: [],
    window: { kind: "dates" },
    repeats: false,
    reward: { kind: "points", points: 100 },
  });
});

test("a stamp card counts no sum", () => {
  expect(withKind(formOf(goal), "stampCard").counts).toBe("purchases");
  expect(withKind({ ...formOf(goal), counts: "partners" }, "stampCard").counts).toBe("partners");
});
