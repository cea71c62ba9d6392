import { expect, test } from "vitest";
import type { Partner } from "../../kit/editor/kinds";
import { isSimulated, needsSimulation, type RatesSimulation, sameRates } from "./rates";

const partner = { state: "published", basePoints: "1", extraPoints: "2" } as Partner;
const now = Date.parse("2026-03-12T12:00:00Z");
const simulation = {
  state: "done",
  basePoints: "1.5",
  extraPoints: "0",
  validUntil: "2026-03-13T12:00:00Z",
  result: {},
} as RatesSimulation;

test("rates are compared as numbers, and an empty field counts as zero", () => {
  expect(sameRates({ basePoints: "1.50", extraPoints: "" }, { basePoints: "1.5", extraPoints: "0" })).toBe(
    true,
  );
  expect(sameRates({ basePoints: "1.5", extraPoints: "0" }, { basePoints: "1.5", extraPoints: "1" })).toBe(
    false,
  );
});

test("other rates of a published partner have to be simulated, those of a draft need not", () => {
  expect(needsSimulation(partner, { basePoints: "1.0", extraPoints: "2" })).toBe(false);
  expect(needsSimulation(partner, { basePoints: "1.5", extraPoints: "2" })).toBe(true);
  expect(needsSimulation({ ...partner, state: "draft" }, { basePoints: "1.5", extraPoints: "2" })).toBe(
    false,
  );
  expect(needsSimulation(undefined, { basePoints: "1.5", extraPoints: "2" })).toBe(false);
});

test("a simulation counts for its own rates, once finished, and until its time is over", () => {
  const rates = { basePoints: "1.5", extraPoints: "0" };
  expect(isSimulated(simulation, rates, now)).toBe(true);
  expect(isSimulated(simulation, { ...rates, extraPoints: "1" }, now)).toBe(false);
  expect(isSimulated(simulation, rates, Date.parse("2026-03-13T12:00:01Z"))).toBe(false);
  expect(isSimulated({ ...simulation, result: undefined }, rates, now)).toBe(false);
  expect(isSimulated(undefined, rates, now)).toBe(false);
});
