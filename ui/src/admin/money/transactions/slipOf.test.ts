import { expect, test } from "vitest";
import { slipOf } from "./slipOf";
import type { Transaction } from "./transactions";

const member = { _id: "m1", shortId: "K7Q2M9XA", firstName: "Mei Yi", lastName: "Chan" };
const given: Transaction = {
  _id: "0199f0a0b1c2708090a0b0c0d0e0f001",
  number: "TX-26060-K7Q2",
  type: "Earn",
  created: "2026-03-01T04:00:00.000Z",
  reversed: false,
  partner: "p1",
  award: { amountHkd: "80.00", by: "Ah Fan", enjoyCard: true, receipt: "10489", till: "Till 2" },
  postings: [
    { account: "member", member, points: 240, balanceAfter: 1_240 },
    { account: "pending", member, points: 60 },
    { account: "issuance", points: -300 },
  ],
  lines: [
    { kind: "base", points: 80 },
    { kind: "card", points: 160 },
    { kind: "rule", rule: "r1", name: { en: "Double Tuesday" }, points: 60, pendingUntil: "2026-03-15" },
  ],
};

test("the slip of an award has what its till printed, and the balance without the points that wait", () => {
  const slip = slipOf(given);
  expect(slip?.copyBy).toBe("Ah Fan");
  expect(slip?.order).toMatchObject({ amountHkd: "80.00", enjoyCard: true, receipt: "10489" });
  expect(slip?.order.member).toEqual({ shortId: "K7Q2M9XA", name: "Mei Yi Chan" });
  expect(slip?.awarded).toMatchObject({ points: 300, basePoints: 80, extraPoints: 160 });
  expect(slip?.awarded.balance).toEqual({ before: 1_000, after: 1_240 });
});

test("points by the base rate alone have no parts", () => {
  const { lines: _, ...plain } = given;
  expect(slipOf(plain)?.awarded).toMatchObject({ points: 300, basePoints: 300, extraPoints: 0 });
});

test("neither a reversed award nor another transaction has a slip", () => {
  const { award: _, ...other } = given;
  expect(slipOf({ ...given, reversed: true })).toBeUndefined();
  expect(slipOf(other)).toBeUndefined();
});
