import { expect, test } from "vitest";
import { type MemberGoal, nextGoal, sections, toCelebrate } from "./goals";
import { columnsOf } from "./Stamps";

const goal = (over: Partial<MemberGoal>): MemberGoal => ({
  _id: "1",
  name: { en: "Six cups" },
  kind: "stampCard",
  counts: "purchases",
  state: "open",
  progress: 0,
  target: 6,
  partners: [],
  repeats: false,
  reward: { kind: "badge" },
  times: 0,
  ...over,
});

test("goals that have ended are in their own section, whatever their kind", () => {
  const all = [goal({}), goal({ kind: "challenge" }), goal({ kind: "challenge", state: "ended" })];
  const { cards, challenges, ended } = sections(all);
  expect([cards, challenges, ended]).toEqual([[all[0]], [all[1]], [all[2]]]);
});

test("Home shows what is under way before what has not begun", () => {
  const begun = goal({ _id: "2", progress: 2 });
  expect(nextGoal([goal({}), begun])).toBe(begun);
  expect(nextGoal([goal({ state: "reached", progress: 6 })])).toBeUndefined();
  expect(nextGoal([goal({})])?._id).toBe("1");
});

test("a full card is celebrated until it was seen", () => {
  const reached = { card: 1, at: "2026-11-12T04:00:00Z", owed: false, seen: false };
  expect(toCelebrate([goal({}), goal({ _id: "2", reached })])?._id).toBe("2");
  expect(toCelebrate([goal({ reached: { ...reached, seen: true } })])).toBeUndefined();
  expect(toCelebrate([goal({ kind: "challenge", reached })])).toBeUndefined();
});

test("no row has a single stamp", () => {
  for (let target = 2; target <= 12; target++) {
    expect(target % columnsOf(target) === 1 && target > 4, String(target)).toBe(false);
  }
});
