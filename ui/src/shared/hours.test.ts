import { expect, it } from "vitest";
import { openingAt } from "./hours";

const office = [
  { days: ["monday", "tuesday", "wednesday", "thursday", "friday"], from: "09:00", until: "13:00" },
  { days: ["monday", "tuesday", "wednesday", "thursday", "friday"], from: "14:00", until: "18:00" },
] as Parameters<typeof openingAt>[0];

// 16 March 2026 is a Monday.
it.each([
  ["2026-03-16T08:59:00+08:00", { open: false, from: "09:00", day: "monday", daysAhead: 0 }],
  ["2026-03-16T09:00:00+08:00", { open: true, until: "13:00" }],
  ["2026-03-16T13:00:00+08:00", { open: false, from: "14:00", day: "monday", daysAhead: 0 }],
  ["2026-03-16T17:59:59+08:00", { open: true, until: "18:00" }],
  ["2026-03-16T18:00:00+08:00", { open: false, from: "09:00", day: "tuesday", daysAhead: 1 }],
  ["2026-03-20T18:00:00+08:00", { open: false, from: "09:00", day: "monday", daysAhead: 3 }],
  // Still Sunday in UTC.
  ["2026-03-15T23:59:00Z", { open: false, from: "09:00", day: "monday", daysAhead: 0 }],
  ["2026-03-16T01:00:00Z", { open: true, until: "13:00" }],
])("at %s it says what is open", (now, expected) => {
  expect(openingAt(office, new Date(now))).toEqual(expected);
});

it("joins hours without a break, and ends at midnight", () => {
  const whole = [
    { days: ["monday"], from: "12:00", until: "24:00" },
    { days: ["monday"], from: "08:00", until: "12:00" },
  ] as Parameters<typeof openingAt>[0];
  expect(openingAt(whole, new Date("2026-03-16T08:00:00+08:00"))).toEqual({ open: true, until: "24:00" });
});

it("finds the same day of the next week, and nothing without hours", () => {
  const sunday = [{ days: ["sunday"], from: "10:00", until: "11:00" }] as Parameters<typeof openingAt>[0];
  const after = new Date("2026-03-15T11:00:00+08:00");
  expect(openingAt(sunday, after)).toEqual({ open: false, from: "10:00", day: "sunday", daysAhead: 7 });
  expect(openingAt([], after)).toBeUndefined();
});
