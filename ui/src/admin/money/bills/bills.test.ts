import { expect, it } from "vitest";
import { isOpenAt, monthBefore, monthIn, monthsSince, opposite } from "./bills";

it("lists months across a year, newest first", () => {
  expect(monthsSince("2025-11", "2026-02")).toEqual(["2026-02", "2026-01", "2025-12", "2025-11"]);
  expect(monthsSince("2026-02", "2026-02")).toEqual(["2026-02"]);
  expect(monthsSince("2026-03", "2026-02")).toEqual(["2026-02"]);
});

it("takes a month from an address and nothing else", () => {
  expect(monthIn("2026-02", "2026-03")).toBe("2026-02");
  expect(["", "2026", "2026-2", "x"].map((text) => monthIn(text, "2026-03"))).toEqual(
    Array.from({ length: 4 }, () => "2026-03"),
  );
});

it("turns the sign of an amount, and leaves zero", () => {
  expect(["12.40", "-0.05", "0.00"].map(opposite)).toEqual(["-12.40", "0.05", "0.00"]);
});

it("finds the month before, also in the year before", () => {
  expect(monthBefore("2026-03")).toBe("2026-02");
  expect(monthBefore("2026-01")).toBe("2025-12");
});

it("tells the months after the newest closed one, and all before the first closing", () => {
  const lastClosed = "2026-03";
  expect(["2026-02", "2026-03", "2026-04"].map((month) => isOpenAt({ lastClosed }, month))).toEqual([
    false,
    false,
    true,
  ]);
  expect(isOpenAt({}, "2026-02")).toBe(true);
});
