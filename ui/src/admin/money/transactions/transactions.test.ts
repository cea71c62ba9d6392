import { expect, test } from "vitest";
import { isReversible, leadingLine, membersOf, partsGiven, type Transaction } from "./transactions";

const moved = (type: string, from: string, to: string): Transaction => ({
  _id: "0199f0a0b1c2708090a0b0c0d0e0f001",
  number: "TX-26060-K7Q2",
  type,
  created: "2026-03-01T04:00:00.000Z",
  reversed: false,
  postings: [
    { account: from, points: -100 },
    { account: to, points: 100 },
  ],
});

test.each([
  ["a coupon's purchase", moved("Redeem", "member", "redemption"), true],
  ["an adjustment", moved("Adjustment", "issuance", "member"), true],
  ["what was undone", { ...moved("Adjustment", "issuance", "member"), reversed: true }, false],
  ["an opposite", moved("Reversal", "member", "issuance"), false],
  ["an exchange that is held", moved("Redeem - Hold", "member", "escrow"), false],
  ["an exchange that was confirmed", moved("Redeem", "escrow", "redemption"), false],
  ["an exchange that was rejected", moved("Redeem - Refund", "escrow", "member"), false],
])("%s", (_, transaction, reversible) => {
  expect(isReversible(transaction)).toBe(reversible);
});

test("a rule that gave nothing stands among those that gave nothing alone", () => {
  const name = { en: "Double day" };
  const line = (rule: string, points: number) => ({ kind: "rule" as const, name, points, rule, version: 1 });
  const lines = [{ kind: "base" as const, points: 0 }, line("gave", 80), line("capped", 0)];
  const why = { kind: "limit" as const };
  const missedRules = { known: true, rules: [{ rule: "capped", version: 1, name, why }] };
  expect(partsGiven({ lines, missedRules }).map(({ rule }) => rule)).toEqual([undefined, "gave"]);
  expect(partsGiven({ lines })).toHaveLength(3);
  expect(partsGiven({})).toEqual([]);
});

test("a transaction is about its first member, and names each member once", () => {
  const member = { _id: "m1", shortId: "K7Q2M9XA", firstName: "Mei Yi", lastName: "Chan" };
  const lines = [
    { account: "issuance", points: -160 },
    { account: "member", member, points: 80 },
    { account: "pending", member, points: 80 },
  ];
  expect(leadingLine({ postings: lines })).toEqual({ points: 80, member });
  expect(membersOf({ postings: lines })).toEqual([member]);
  expect(leadingLine({ postings: [{ account: "escrow", points: -5 }] }).points).toBe(-5);
  expect(leadingLine({ postings: [] }).points).toBe(0);
});
