import { expect, test } from "vitest";
import type { Awarded } from "../kit/orders";
import { type GoalStep, tillCard, tillColumns } from "./stamp";

const step = (more: Partial<GoalStep>): GoalStep => ({
  goal: "g1",
  name: { en: "Milk tea card" },
  kind: "stampCard",
  counts: "purchases",
  progress: 7,
  added: 1,
  target: 10,
  reached: false,
  owed: false,
  reward: { kind: "badge" },
  ...more,
});

const awarded = (goals: GoalStep[], goalsFullToday: GoalStep[] = []): Awarded => ({
  transactionId: "t1",
  number: "TX-7K2M-9QXA",
  points: 88,
  basePoints: 88,
  extraPoints: 0,
  member: { shortId: "K7Q2M9XA", firstName: "Mei" },
  undoUntil: "2099-03-10T07:47:00.000Z",
  goals,
  goalsFullToday,
});

test("the till shows the card that became full before one that moved, and no challenge", () => {
  const challenge = step({ goal: "g2", kind: "challenge", reached: true });
  expect(tillCard(awarded([challenge]))).toBeUndefined();
  expect(tillCard(awarded([challenge, step({})]))?.step.goal).toBe("g1");
  const full = step({ goal: "g3", reached: true, progress: 10 });
  expect(tillCard(awarded([step({}), full]))).toEqual({ step: full, fresh: 1, fullToday: false });
});

test("a card that takes no more today shows without a new stamp, if no other has moved", () => {
  const full = step({ goal: "g4", added: 0 });
  expect(tillCard(awarded([], [full]))).toEqual({ step: full, fresh: 0, fullToday: true });
  expect(tillCard(awarded([step({})], [full]))?.step.goal).toBe("g1");
});

test("a card with all its stamps whose goal has no reward left shows nothing", () => {
  const spent = step({ progress: 10, added: 1 });
  expect(tillCard(awarded([spent]))).toBeUndefined();
  expect(tillCard(awarded([{ ...spent, added: 0 }]))).toBeUndefined();
  expect(tillCard(awarded([], [{ ...spent, added: 0 }]))).toBeUndefined();
  expect(tillCard(awarded([spent, step({ goal: "g5" })]))?.step.goal).toBe("g5");
});

test("an answer that a till kept from an earlier version shows no card", () => {
  const { kind: _, ...old } = step({});
  expect(tillCard(awarded([old as GoalStep]))).toBeUndefined();
});

test("cards of every size have rows without a last one of one stamp", () => {
  for (let target = 2; target <= 12; target++) {
    const columns = tillColumns(target);
    expect(columns).toBeLessThanOrEqual(5);
    expect(target % columns).not.toBe(1);
  }
  expect([6, 8, 9, 10, 12].map(tillColumns)).toEqual([3, 4, 3, 5, 4]);
});
