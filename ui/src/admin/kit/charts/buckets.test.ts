import { describe, expect, it } from "vitest";
import { buckets, moved, type ReportDay, roundUp, stepFor } from "./buckets";

const day = (text: string, issued: number, outstanding: number): ReportDay => ({
  day: text,
  transactions: 1,
  issued,
  redeemed: 1,
  expired: 0,
  transferred: 0,
  held: 0,
  outstanding,
});

const DAYS = [
  day("2026-03-01", 5, 5),
  day("2026-03-02", 7, 12),
  day("2026-03-08", 1, 13),
  day("2026-04-01", 2, 15),
];

describe("the columns of a chart", () => {
  it("begins a week on Monday and keeps the liability at its end", () => {
    expect(
      buckets(DAYS, "week").map(({ from, to, issued, outstanding }) => [from, to, issued, outstanding]),
    ).toEqual([
      ["2026-03-01", "2026-03-01", 5, 5],
      ["2026-03-02", "2026-03-08", 8, 13],
      ["2026-04-01", "2026-04-01", 2, 15],
    ]);
  });

  it("uses calendar months", () => {
    expect(buckets(DAYS, "month").map(({ issued }) => issued)).toEqual([13, 2]);
    expect(buckets(DAYS, "day")).toHaveLength(4);
  });

  it("chooses a step with a readable number of columns", () => {
    expect([28, 84, 365].map(stepFor)).toEqual(["day", "week", "month"]);
  });

  it("puts the days before into the columns of the days after", () => {
    const before = [day("2026-02-01", 3, 3), day("2026-02-02", 4, 7)];
    const columns = buckets(moved(before, DAYS.slice(0, 2)), "week");
    expect(columns.map(({ from, issued }) => [from, issued])).toEqual([
      ["2026-03-01", 3],
      ["2026-03-02", 4],
    ]);
  });

  it("ends an axis on a round number", () => {
    expect([0, 3, 11, 640, 1001].map(roundUp)).toEqual([2, 4, 20, 800, 2000]);
  });
});
