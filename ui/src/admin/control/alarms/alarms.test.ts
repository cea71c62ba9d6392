import { expect, test } from "vitest";
import { type AlarmPage, transactionsOf } from "./alarms";

const MEI = { _id: "m1", shortId: "K7Q2M9XA", firstName: "Mei", lastName: "Chan" };

const page = (alarm: Partial<AlarmPage["alarm"]>, more: Partial<AlarmPage> = {}): AlarmPage => ({
  alarm: {
    _id: "a1",
    kind: "pair",
    level: "high",
    queue: "open",
    partner: "p1",
    member: MEI,
    counted: 14,
    ofAll: 0,
    usual: 1,
    days: 3,
    points: 2840,
    worthHkd: "45.44",
    raised: "2026-03-12T03:20:00.000Z",
    found: "2026-03-12T03:20:00.000Z",
    ...alarm,
  },
  cashier: "c1",
  cashierActive: true,
  members: [],
  perDay: [
    { day: "2026-03-09", count: 3, points: 420 },
    { day: "2026-03-12", count: 4, points: 900 },
  ],
  evidence: [],
  evidenceCount: 14,
  steps: [],
  earlier: [],
  ...more,
});

const filters = (of: AlarmPage) => Object.fromEntries(new URLSearchParams(transactionsOf(of)?.split("?")[1]));
const DAYS = { from: "2026-03-09", to: "2026-03-12" };

test("an alarm leads to the transactions of its cashier, its member and its days", () => {
  expect(filters(page({}))).toEqual({ q: "K7Q2M9XA", partner: "p1", cashier: "c1", ...DAYS });
  expect(filters(page({ kind: "no_receipt" }))).toEqual({ partner: "p1", cashier: "c1", ...DAYS });
  expect(filters(page({ kind: "fan_in" }))).toEqual({ q: "K7Q2M9XA", type: "Transfer", ...DAYS });
});

test("nothing leads to a list that would show other transactions", () => {
  const { cashier: _, ...byKey } = page({});
  expect(transactionsOf(byKey)).toBeUndefined();
  expect(transactionsOf(page({}, { perDay: [], evidenceCount: 0 }))).toBeUndefined();
});
