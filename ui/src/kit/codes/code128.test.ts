import { describe, expect, it } from "vitest";
import { barsOf, layBars } from "./code128";
import { moduleWidth } from "./moduleWidth";

const LONG = barsOf("3EKEYPQRHS83X642Y2GQMNE7T4").modules;
const SHORT = barsOf("7H4Q29VX").modules;
const phone = { across: 311, along: 700 };

describe("a barcode", () => {
  it.each([1, 1.5, 2, 2.625, 3])("covers whole device pixels at density %d", (density) => {
    for (const modules of [LONG, SHORT]) {
      const device = layBars(modules, phone, density).unit * density;
      expect(device).toBeCloseTo(Math.round(device), 9);
    }
  });

  it("lies across the card if its bars are wide enough there, otherwise along the screen", () => {
    expect(layBars(SHORT, phone, 2)).toEqual({ unit: 2, long: false });
    expect(layBars(LONG, phone, 2)).toEqual({ unit: 2, long: true });
    expect(layBars(LONG, phone, 3)).toEqual({ unit: 2, long: true });
    expect(layBars(LONG, phone, 1)).toEqual({ unit: 2, long: true });
  });

  it("stays across the card if there is no more room along the screen", () => {
    expect(layBars(LONG, { across: 311, along: 300 }, 1)).toEqual({ unit: 1, long: false });
  });
});

it("a module is at least one device pixel wide", () => {
  expect(moduleWidth(20, 33, 2)).toBe(0.5);
  expect(moduleWidth(256, 33, 2)).toBe(7.5);
});
