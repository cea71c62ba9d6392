import { expect, test } from "vitest";
import { addedLine, conditionsOf, formOf, isCountable } from "./form";
import { type Conditions, KINDS, type Segment } from "./segments";

const conditions: Conditions = {
  match: "any",
  lines: [
    { kind: "lastVisit", days: 60 },
    { not: true, kind: "visited", partners: ["a", "b"], days: 30 },
    { kind: "visited", partners: [] },
    { kind: "visited", partners: ["a"], days: 60, atLeast: 4 },
    { kind: "spent", atLeastHkd: "500", days: 90 },
    { kind: "bought", items: ["c"] },
    { kind: "balance", min: 5 },
    { kind: "balance", max: 9 },
    { kind: "expiring", atLeast: 100, days: 30 },
    { kind: "language", languages: ["zh", "zhhk"] },
    { kind: "joined", from: "2026-01-01" },
    { kind: "joinedWithin", days: 7 },
    { not: true, kind: "referred" },
    { kind: "hasReferred", atLeast: 2 },
    { kind: "level", is: "exactly", level: 2 },
    { not: true, kind: "level", is: "none" },
    { kind: "listed", segment: "d" },
  ],
};

test("a saved segment comes back from its form as it was", () => {
  const segment = { _id: "1", name: "Some", conditions } as unknown as Segment;
  expect(conditionsOf(formOf(segment))).toEqual(conditions);
});

test("a line is counted once its values are there", () => {
  for (const kind of KINDS) {
    const line = addedLine([], kind);
    const asks = kind === "language" || kind === "joined" || kind === "listed";
    expect(isCountable({ name: "", match: "all", lines: [line] }), kind).toBe(!asks);
  }
  expect(isCountable({ name: "", match: "all", lines: [] })).toBe(false);
  const emptied = { ...addedLine([], "spent"), hkd: "" };
  expect(isCountable({ name: "", match: "all", lines: [emptied] })).toBe(false);
});
