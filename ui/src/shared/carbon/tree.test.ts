import { describe, expect, it } from "vitest";
import { exactWeight } from "../../shared/weight";
import { bloomed, weightOf } from "./tree";

describe("a year's tree", () => {
  it("opens a petal with each kilogram and a bloom with each five", () => {
    expect(bloomed(0)).toEqual({ blooms: 0, petals: 0, missing: 1000 });
    expect(bloomed(999.9)).toEqual({ blooms: 0, petals: 0, missing: 1 });
    expect(bloomed(46_800)).toEqual({ blooms: 9, petals: 1, missing: 200 });
    expect(bloomed(5000)).toEqual({ blooms: 1, petals: 0, missing: 1000 });
  });

  it("shows grams below a kilogram, and never more than was saved", () => {
    expect(weightOf(999.9)).toEqual({ number: "999", unit: "g" });
    expect(weightOf(1999)).toEqual({ number: "1.9", unit: "kg" });
    expect(weightOf(46_800)).toEqual({ number: "46.8", unit: "kg" });
    expect([exactWeight(24.5), exactWeight(1140), exactWeight(11_400)]).toEqual([
      "24.5\u00a0g",
      "1.14\u00a0kg",
      "11.4\u00a0kg",
    ]);
    expect(weightOf(1_204_950)).toEqual({ number: "1,204", unit: "kg" });
  });
});
