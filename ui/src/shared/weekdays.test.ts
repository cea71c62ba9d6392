import { expect, it } from "vitest";
import { dayRuns, weekdayName } from "./weekdays";

it("writes days that follow one another as one run", () => {
  expect(dayRuns(["friday", "monday", "tuesday", "sunday"])).toEqual([
    ["monday", "tuesday"],
    ["friday", "friday"],
    ["sunday", "sunday"],
  ]);
});

it("names a day in each language", () => {
  expect((["en", "zh", "zhhk"] as const).map((language) => weekdayName("monday", language))).toEqual([
    "Mon",
    "周一",
    "週一",
  ]);
});
