import { expect, test } from "vitest";
import { filtersOf, hasUnboundedPoints } from "./filters";

const of = (asked: Record<string, string>) => (name: string) => asked[name] ?? "";

test.each<[Record<string, string>, boolean]>([
  [{ type: "Earn" }, true],
  [{ type: "Transfer" }, false],
  [{ type: "Transfer", from: "2026-03-01" }, true],
  [{ to: "2026-03-01" }, false],
  [{ partner: "1" }, true],
  [{}, false],
])("points beside %j are asked for: %s", (others, bounded) => {
  const get = of({ ...others, pointsFrom: "5", pointsTo: "x" });
  expect(filtersOf(get)).toEqual({ ...others, ...(bounded ? { pointsFrom: 5 } : {}) });
  expect(hasUnboundedPoints(get)).toBe(!bounded);
});
