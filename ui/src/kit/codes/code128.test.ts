import { describe, expect, it } from "vitest";
import { barsOf, layBars } from "./code128";
import { moduleWidth } from "./moduleWidth";

const LONG = barsOf("3EKEYPQRHS83X642Y2GQMNE7T4").modules;
const SHORT = barsOf("7H4Q29VX").modules;
const phone = { across: 311, along: 700 };

describe("a bar code", () => {
  it.each([1, 1.5, 2, 2.625, 3])("covers whole pixels of a screen of density %d", (density) => {
    for (const modules of [LONG, SHORT]) {
      const device = layBars(modules, phone, density).unit * density;
      expect(device).toBeCloseTo(Math.round(device), 9);
    }
  });

  it("stands across the card where its bars are wide enough, and along the screen where not", () => {
    expect(layBars(SHORT, phone, 2)).toEqual({ unit: 2, long: false });
    expect(layBars(LONG, phone, 2)).toEqual({ unit: 2, long: true });
    expect(layBars(LONG, phone, 3)).toEqual({ unit: 2, long: true });
    expect(layBars(LONG, phone, 1)).toEqual({ unit: 2, long: true });
  });

  it("stays across where the other way has no more room", () => {
    expect(layBars(LONG, { across: 311, along: 300 }, 1)).toEqual({ unit: 1, long: false });
  });
});

it("a module is never thinner than a pixel of the screen", () => {
  expect(moduleWidth(20, 33, 2)).toBe(0.5);
  expect(moduleWidth(256, 33, 2)).toBe(7.5);
});
