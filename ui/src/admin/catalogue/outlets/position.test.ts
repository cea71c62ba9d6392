import { expect, it } from "vitest";
import { positionIn, positionText } from "./position";

it.each([
  ["22.2869, 114.1504", { latitudeE6: 22_286_900, longitudeE6: 114_150_400 }],
  [" 22.286901 114.15 ", { latitudeE6: 22_286_901, longitudeE6: 114_150_000 }],
  ["-33.8, 151", { latitudeE6: -33_800_000, longitudeE6: 151_000_000 }],
  ["91, 114", undefined],
  ["22.28", undefined],
  ["Sheung Wan", undefined],
  ["", undefined],
])("reads %j as a position", (text, expected) => {
  expect(positionIn(text)).toEqual(expected);
});

it("shows a position with six decimals", () => {
  expect(positionText({ latitudeE6: 22_286_900, longitudeE6: 114_150_400 })).toBe("22.286900, 114.150400");
  expect(positionText(undefined)).toBe("");
});
