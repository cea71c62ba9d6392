import { expect, test } from "vitest";
import { isReversible, type Transaction } from "./transactions";

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
