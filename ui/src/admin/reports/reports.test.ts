import { expect, it } from "vitest";
import { formatHkd, plusDays, readRate, spanUntil, today } from "./reports";

it("counts days by Hong Kong's calendar", () => {
  expect(today(Date.parse("2026-03-11T16:30:00Z"))).toBe("2026-03-12");
  expect(spanUntil("2026-03-12", 28)).toEqual({ from: "2026-02-13", to: "2026-03-12" });
  expect(plusDays("2026-02-28", 1)).toBe("2026-03-01");
});

it("keeps money whole", () => {
  expect(["0.016", "1", "0.05"].map(readRate)).toEqual([160, 10_000, 500]);
  expect(["", "-1", "0.12345", "x", "1e3"].map(readRate)).toEqual(Array.from({ length: 5 }));
  expect(formatHkd("9007199254740993.5")).toBe("HK$9,007,199,254,740,993.50");
});
