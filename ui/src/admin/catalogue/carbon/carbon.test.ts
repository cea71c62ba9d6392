import { describe, expect, it } from "vitest";
import { monthsUntil, type ReportRow, sumsOf, usesOf } from "./carbon";

const row = (month: string, partner: string, grams: string, uses = 1): ReportRow => ({
  month,
  partnerId: partner,
  partnerName: { en: partner },
  factorId: "cup",
  factorName: { en: "Own cup" },
  version: 1,
  sourced: true,
  uses,
  grams,
});

describe("the carbon report", () => {
  it("counts months back over the turn of the year", () => {
    expect(monthsUntil("2026-02", 3)).toEqual(["2025-12", "2026-01", "2026-02"]);
  });

  it("sums by month, months without a purchase included, and by partner", () => {
    const rows = [row("2026-01", "a", "10"), row("2026-02", "b", "30.5", 2), row("2026-02", "a", "1")];
    const sums = sumsOf(rows, monthsUntil("2026-02", 3));
    expect(sums.months.map(({ grams }) => grams)).toEqual([0, 10, 31.5]);
    expect(sums.partners.map(({ id, grams }) => [id, grams])).toEqual([
      ["b", 30.5],
      ["a", 11],
    ]);
    expect([sums.total, usesOf(rows, "cup"), usesOf(rows, "box")]).toEqual([41.5, 4, 0]);
  });
});
