import { expect, it } from "vitest";
import { bonusesAt, endOf, type OwnBonus } from "./bonusHours";

const bonus = (name: string, outlets: string[] = []) => ({ _id: name, outlets }) as unknown as OwnBonus;
const names = (bonuses: readonly OwnBonus[]) => bonuses.map(({ _id }) => _id);

it("an outlet has its own bonuses and those of every outlet", () => {
  const all = [bonus("pier", ["p"]), bonus("all"), bonus("both", ["c", "p"]), bonus("central", ["c"])];
  expect(names(bonusesAt(all, "c"))).toEqual(["all", "both", "central"]);
  expect(names(bonusesAt(all, "p"))).toEqual(["pier", "all", "both"]);
});

it("three bonuses are shown at most", () => {
  const all = ["a", "b", "c", "d"].map((name) => bonus(name));
  expect(names(bonusesAt(all, ""))).toEqual(["a", "b", "c"]);
});

const hours = { from: "14:00", until: "18:00" };
// 14:32 in Hong Kong.
const NOW = Date.parse("2026-03-12T06:32:00Z");

it.each([
  ["hours of today", hours, "2026-03-12T10:00:00Z", "time"],
  ["hours that end in the night", hours, "2026-03-12T18:00:00Z", "time"],
  ["hours that end with the day", hours, "2026-03-12T16:00:00Z", "midnight"],
  ["a whole day", undefined, "2026-03-12T16:00:00Z", "midnight"],
  ["some days", undefined, "2026-03-31T16:00:00Z", "day"],
  ["no end", undefined, undefined, "never"],
] as const)("%s", (_, between, endsAt, expected) => {
  const end = { ...(between && { hours: between }), ...(endsAt && { endsAt }) };
  expect(endOf(end, NOW)).toBe(expected);
});
