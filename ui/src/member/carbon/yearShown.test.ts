import { expect, it } from "vitest";
import type { Tree } from "../../shared/carbon/tree";
import { yearShown } from "./yearShown";

const tree = (grams: string, firstYear = 2025): Tree => ({
  year: 2027,
  firstYear,
  grams,
  months: [],
  partners: [],
});
const [begins, ends] = [new Date("2026-12-31T16:00:00Z"), new Date("2027-03-31T15:59:59Z")];

it("is last year until the first petal, up to March in Hong Kong", () => {
  for (const now of [begins, ends]) expect(yearShown(tree("999.9"), now)).toBe(2026);
  expect(yearShown(tree("1000"), begins)).toBe(2027);
  expect(yearShown(tree("0"), new Date("2027-03-31T16:00:00Z"))).toBe(2027);
});

it("is this year for a member who had no tree before", () => {
  expect(yearShown(tree("0", 2027), begins)).toBe(2027);
});
