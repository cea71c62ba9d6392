import { expect, it } from "vitest";
import { cellsOf } from "./RollingNumber";

const shown = (from: number, to: number) =>
  cellsOf(from, to)
    .map(({ now, before }) => (before === undefined ? now : `[${before}>${now}]`))
    .join("");

it.each([
  [12_480, 12_530, "12,[4>5][8>3]0"],
  [980, 1_030, "[>1][>,][9>0][8>3]0"],
  [0, 50, "[>5]0"],
  [7, 7, "7"],
])("from %d to %d rolls only the figures that change", (from, to, cells) => {
  expect(shown(from, to)).toBe(cells);
});
