import { expect, it } from "vitest";
import { comparedLines, differencesOf } from "./differences";

const BEFORE = "Hello.\n\n1. Points\n- Points last 24 months.\n- They are free.\n\n2. Coupons\nOpen once.";
const AFTER =
  "Hello.\n\n1. Points\n- Points last 12 months.\n- They are free.\n\n2. Coupons\nOpen once.\nUse soon.";

it("shows what differs below the heading of its section", () => {
  expect(differencesOf(BEFORE, AFTER)).toEqual([
    {
      heading: "1. Points",
      parts: [
        { kind: "removed", text: "- Points last 24 months." },
        { kind: "added", text: "- Points last 12 months." },
      ],
    },
    { heading: "2. Coupons", parts: [{ kind: "added", text: "Use soon." }] },
  ]);
});

it("keeps every line of both texts", () => {
  const parts = comparedLines(BEFORE, AFTER);
  const of = (kind: string) => parts.filter((part) => part.kind === "same" || part.kind === kind).length;
  expect([of("removed"), of("added")]).toEqual([6, 7]);
  expect(differencesOf(BEFORE, BEFORE)).toEqual([]);
  expect(comparedLines("", "")).toEqual([]);
});
