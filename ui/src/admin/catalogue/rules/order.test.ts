import { expect, it } from "vitest";
import { moved, step } from "./order";

const RULES = ["a", "b", "c", "d"];

it("puts a rule before or after another one", () => {
  expect(moved(RULES, { id: "d", to: "a", after: false })).toEqual(["d", "a", "b", "c"]);
  expect(moved(RULES, { id: "a", to: "c", after: true })).toEqual(["b", "c", "a", "d"]);
});

it("leaves the order where a rule is gone", () => {
  expect(moved(RULES, { id: "x", to: "a", after: false })).toEqual(RULES);
  expect(moved(RULES, { id: "a", to: "x", after: true })).toEqual(RULES);
  expect(moved(RULES, { id: "a", to: "a", after: true })).toEqual(RULES);
});

it("a step skips the rules that a filter hides", () => {
  const shown = ["a", "d"];
  const up = step(shown, "d", true);
  expect(up && moved(RULES, up)).toEqual(["d", "a", "b", "c"]);
  expect(step(shown, "a", true)).toBeUndefined();
  expect(step(shown, "d", false)).toBeUndefined();
  expect(step(shown, "b", false)).toBeUndefined();
});

it("a move is made again on an order that somebody else has changed", () => {
  const theirs = ["c", "a", "b", "d"];
  expect(moved(theirs, { id: "d", to: "a", after: false })).toEqual(["c", "d", "a", "b"]);
});
