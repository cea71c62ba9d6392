import { expect, test } from "vitest";
import { lastDays } from "./scans";

test("the last days end with today in Hong Kong", () => {
  expect(lastDays(Date.parse("2026-03-01T15:59:59Z"), 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  expect(lastDays(Date.parse("2026-03-01T16:00:00Z"), 2)).toEqual(["2026-03-01", "2026-03-02"]);
});
