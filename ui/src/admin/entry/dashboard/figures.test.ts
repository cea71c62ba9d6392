import { describe, expect, it } from "vitest";
import type { ReportDay } from "../../kit/charts/buckets";
import { figuresOf, percent } from "./figures";
import { spanBefore } from "./range";

const day = (
  text: string,
  issued: number,
  redeemed: number,
  outstanding: number,
  liability: string,
): ReportDay => ({
  day: text,
  transactions: issued + redeemed > 0 ? 1 : 0,
  issued,
  redeemed,
  expired: 0,
  transferred: 0,
  held: 0,
  outstanding,
  pending: 0,
  liability,
});

describe("the figures of a dashboard", () => {
  it("compares a range with as many days before it", () => {
    expect(spanBefore({ from: "2026-03-01", to: "2026-03-28" })).toEqual({
      from: "2026-02-01",
      to: "2026-02-28",
    });
    const found = figuresOf(
      [
        day("2026-03-01", 40, 0, 40, "0.40"),
        day("2026-03-02", 10, 5, 45, "0.45"),
        day("2026-03-03", 60, 20, 85, "0.85"),
        day("2026-03-04", 0, 0, 85, "0.85"),
      ],
      "2026-03-03",
    );
    expect([found.issued, found.issuedBefore, found.redeemed, found.redeemedBefore]).toEqual([60, 50, 20, 5]);
    expect([found.owedCents, found.owedCentsBefore, found.firstDays]).toEqual([85, 45, undefined]);
    expect([percent(60, 50), percent(5, 20), percent(5, 0)]).toEqual([20, -75, undefined]);
  });

  it("tells the first days, which have nothing to be compared with", () => {
    const quiet = day("2026-03-01", 0, 0, 0, "0.00");
    const days = [quiet, { ...quiet, day: "2026-03-02" }, { ...quiet, day: "2026-03-03" }];
    expect(figuresOf(days, "2026-03-02").firstDays).toBe(0);
    expect(figuresOf([...days, day("2026-03-04", 5, 0, 5, "0.05")], "2026-03-02").firstDays).toBe(1);
  });

  it("knows no HK$ where a point has no value", () => {
    const found = figuresOf([day("2026-03-03", 60, 0, 60, "0.00")], "2026-03-03");
    expect([found.owed, found.owedCents]).toEqual([60, undefined]);
  });
});
