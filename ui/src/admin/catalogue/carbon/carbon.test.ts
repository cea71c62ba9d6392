import { describe, expect, it } from "vitest";
import {
  formatGrams,
  isSound,
  kilograms,
  monthsUntil,
  partsOf,
  type ReportRow,
  sumsOf,
  usesOf,
  versionInForce,
} from "./carbon";

const row = (month: string, partner: string, grams: string, uses = 1): ReportRow => ({
  month,
  partnerId: partner,
  partnerName: { en: partner },
  factorId: "cup",
  factorName: { en: "Own cup" },
  version: 1,
  unit: "purchase",
  sourced: true,
  source: "Packaging LCA",
  sourceYear: 2024,
  uses,
  grams,
  kilograms: String(Number(grams) / 1000),
});

describe("the carbon report", () => {
  it("counts months back over the turn of the year", () => {
    expect(monthsUntil("2026-02", 3)).toEqual(["2025-12", "2026-01", "2026-02"]);
  });

  it("sums by month, months without a purchase included, and by partner", () => {
    const rows = [row("2026-01", "a", "10"), row("2026-02", "b", "30.5", 2), row("2026-02", "a", "1")];
    const sums = sumsOf(rows, monthsUntil("2026-02", 3));
    expect(sums.parts.map(({ grams }) => grams)).toEqual([0, 10, 31.5]);
    expect(sums.partners.map(({ id, grams }) => [id, grams])).toEqual([
      ["b", 30.5],
      ["a", 11],
    ]);
    expect(sums.versions).toMatchObject([{ version: 1, uses: 4, grams: 41.5, sourceYear: 2024 }]);
    expect([sums.total, sums.uses, usesOf(rows, "cup"), usesOf(rows, "box")]).toEqual([41.5, 4, 4, 0]);
  });

  it("sums a report by day by its days", () => {
    const rows = [
      { ...row("2026-02", "a", "10"), day: "2026-02-28" },
      { ...row("2026-03", "a", "5"), day: "2026-03-01" },
    ];
    const parts = partsOf({ from: "2026-02-27", to: "2026-03-01", by: "day" });
    expect(sumsOf(rows, parts).parts).toEqual([
      { part: "2026-02-27", grams: 0 },
      { part: "2026-02-28", grams: 10 },
      { part: "2026-03-01", grams: 5 },
    ]);
  });

  it("has every month that a period touches", () => {
    expect(partsOf({ from: "2025-12-31", to: "2026-02-01", by: "month" })).toEqual([
      "2025-12",
      "2026-01",
      "2026-02",
    ]);
  });

  it("has a year of days at most, and no period that ends before it begins", () => {
    expect(isSound({ from: "2024-01-01", to: "2024-12-31", by: "day" })).toBe(true);
    expect(isSound({ from: "2024-01-01", to: "2025-01-01", by: "day" })).toBe(false);
    expect(isSound({ from: "2020-01-01", to: "2025-01-01", by: "month" })).toBe(true);
    expect(isSound({ from: "2026-01-02", to: "2026-01-01", by: "month" })).toBe(false);
  });

  it("writes grams to the milligram and kilograms shortly", () => {
    expect([formatGrams(1140.5), formatGrams(0.1 + 0.2)]).toEqual(["1,140.5", "0.3"]);
    expect([kilograms(24), kilograms(1_234_567)]).toEqual(["0.02", "1,234.6"]);
  });
});

it("the version that counts today is shown, or the newest one where none counts", () => {
  const versions = [3, 2, 1].map((version) => ({ version }));
  const shown = (inForce?: number) => versionInForce({ inForce, versions } as never)?.version;
  expect([shown(2), shown(), shown(9)]).toEqual([2, 3, 3]);
});
