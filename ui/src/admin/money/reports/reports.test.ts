import { expect, it } from "vitest";
import { formatHkd, plusDays, spanUntil, today, viewsByDay, viewsByPage } from "./reports";

it("counts days in Hong Kong time", () => {
  expect(today(Date.parse("2026-03-11T16:30:00Z"))).toBe("2026-03-12");
  expect(spanUntil("2026-03-12", 28)).toEqual({ from: "2026-02-13", to: "2026-03-12" });
  expect(plusDays("2026-02-28", 1)).toBe("2026-03-01");
});

it("writes amounts exactly, with their sign", () => {
  expect(formatHkd("9007199254740993.5")).toBe("HK$9,007,199,254,740,993.50");
  expect(["-0.40", "-12400.00"].map(formatHkd)).toEqual(["−HK$0.40", "−HK$12,400.00"]);
});

it("sums views by screen and by day, including days without views", () => {
  const rows = [
    { day: "2026-03-03", path: "/", views: 2 },
    { day: "2026-03-03", path: "/points", views: 4 },
    { day: "2026-03-01", path: "/", views: 3 },
  ];
  expect(viewsByPage(rows)).toEqual([
    { path: "/", views: 5 },
    { path: "/points", views: 4 },
  ]);
  const span = { from: "2026-03-01", to: "2026-03-03" };
  expect(viewsByDay(rows, span, "").map(({ views }) => views)).toEqual([3, 0, 6]);
  expect(viewsByDay(rows, span, "/").map(({ views }) => views)).toEqual([3, 0, 2]);
});
