import { expect, it } from "vitest";
import { amountOf, daysBefore, noonOf, today } from "./claims";

it("today is Hong Kong's, also after midnight there", () => {
  expect(today(new Date("2026-11-12T15:59:00Z"))).toBe("2026-11-12");
  expect(today(new Date("2026-11-12T16:00:00Z"))).toBe("2026-11-13");
});

it("goes back over months and leap days", () => {
  expect(daysBefore("2026-12-15", 30)).toBe("2026-11-15");
  expect(daysBefore("2028-03-01", 1)).toBe("2028-02-29");
  expect(new Date(noonOf("2026-11-12")).getUTCDate()).toBe(12);
});

it.each([
  ["42", "42"],
  ["42.5", "42.5"],
  ["1,280.00", "1280.00"],
  [" 42 ", "42"],
])("reads the amount %s", (typed, amount) => expect(amountOf(typed)).toBe(amount));

it.each(["", "0", "0.00", "-5", "4.255", "12345678", "1e3", "HK$5"])("refuses the amount %s", (typed) =>
  expect(amountOf(typed)).toBeUndefined(),
);
