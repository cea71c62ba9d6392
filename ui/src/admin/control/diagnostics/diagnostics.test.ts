import { expect, test } from "vitest";
import { formatBytes, formatTook, sought } from "./diagnostics";

test("an id is known however an error shows it, and anything else is words", () => {
  expect(sought(" urn:kapok:request:00FFaa0011223344 ")).toEqual({ request: "00ffaa0011223344" });
  expect(sought("00ffaa0011223344")).toEqual({ request: "00ffaa0011223344" });
  expect(sought("00ffaa001122334")).toEqual({ q: "00ffaa001122334" });
  expect(sought("")).toEqual({});
});

test("sizes and times are told in the unit that fits", () => {
  expect([formatBytes(4_096), formatBytes(36_665_904), formatBytes(1_234_000_000)]).toEqual([
    "5\u00A0kB",
    "36.7\u00A0MB",
    "1.2\u00A0GB",
  ]);
  expect([formatTook(421), formatTook(12_345), formatTook(1_500_000)]).toEqual([
    "0.4\u00A0ms",
    "12\u00A0ms",
    "1.5\u00A0s",
  ]);
});
