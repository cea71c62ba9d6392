import { expect, it } from "vitest";
import { hoursOf } from "./hoursOf";

const hours = (...known: number[]) =>
  hoursOf(known.map((hour) => ({ hour, points: 5, pointsBefore: 0 }))).map(({ hour }) => hour);

it("has each hour between the first and the last one", () => {
  expect(hours(8, 17)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17]);
});

it("has eight hours at least, within the day", () => {
  expect(hours(0)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(hours(12, 14)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
  expect(hours(22)).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
});

it("has no points in hours without sales", () => {
  const [first, second] = hoursOf([{ hour: 9, points: 40, pointsBefore: 20 }]);
  expect(first).toEqual({ hour: 9, points: 40, before: 20 });
  expect(second).toEqual({ hour: 10, points: 0, before: 0 });
});
