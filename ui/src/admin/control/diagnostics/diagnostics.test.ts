import { expect, test } from "vitest";
import { formatBytes, formatTook, sought } from "./diagnostics";

test("recognises a request id in any form; anything else is search text", () => {
  expect(sought(" urn:kapok:request:00FFaa0011223344 ")).toEqual({ request: "00ffaa0011223344" });
  expect(sought("00ffaa0011223344")).toEqual({ request: "00ffaa0011223344" });
  expect(sought("00ffaa001122334")).toEqual({ q: "00ffaa001122334" });
  expect(sought("")).toEqual({});
});

test("formats sizes and times in a fitting unit", () => {
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
