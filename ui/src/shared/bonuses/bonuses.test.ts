import { expect, it } from "vitest";
import { effectOf } from "./bonuses";

it("a factor is shown without the zeros after its point, and with all others", () => {
  for (const [factor, shown] of [
    ["10", "×10"],
    ["1.5", "×1.5"],
    ["1.50", "×1.5"],
    ["2", "×2"],
    ["2.00", "×2"],
  ] as const)
    expect(effectOf({ kind: "multiplier", factor })).toBe(shown);
});
