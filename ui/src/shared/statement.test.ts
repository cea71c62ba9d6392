import { describe, expect, it } from "vitest";
import { daysOf, pointsOf, type Transaction, wordsOf } from "./statement";

const movement = (given: Partial<Transaction>): Transaction => ({
  _id: "1",
  id: "1",
  number: "TX-26071-K7Q2",
  type: "Earn",
  points: 12,
  created: "2026-03-12T00:46:00.000Z",
  balanceAfter: 12,
  ...given,
});
const earned = {
  name: { en: "Own cup", zhhk: "自備杯" },
  description: { en: "Base 8", zhhk: "基本 8 分" },
};

describe("the text of a transaction", () => {
  it("comes from the programme in the member's language, or English", () => {
    const it = movement({ itemSnapshot: earned });
    expect(wordsOf(it, "zhhk")).toEqual({ name: "自備杯", description: "基本 8 分" });
    expect(wordsOf(it, "zh")).toEqual({ name: "Own cup", description: "Base 8" });
  });

  it("is generic for transfers, with the other member's id in groups", () => {
    const sent = movement({ type: "Transfer - Debit", counterparty: "ka.wing@example.hk" });
    expect(wordsOf(sent, "en")).toEqual({ transfer: "sent", who: "ka.wing@example.hk" });
    const short = movement({ type: "Transfer - Debit", counterparty: "me@ab.hk" });
    expect(wordsOf(short, "en")).toEqual({ transfer: "sent", who: "me@ab.hk" });
    const received = movement({ type: "Transfer - Credit", counterparty: "P3T9XD4K" });
    expect(wordsOf(received, "en")).toEqual({ transfer: "received", who: "P3T9 XD4K" });
  });

  it("is undefined if name or description is missing", () => {
    expect(wordsOf(movement({}), "en")).toBeUndefined();
    const nameless = movement({ itemSnapshot: { ...earned, description: { en: "" } } });
    expect(wordsOf(nameless, "en")).toBeUndefined();
  });
});

describe("the history", () => {
  it("is grouped by the day in Hong Kong and omits what has no text", () => {
    const days = daysOf(
      [
        movement({ itemSnapshot: earned, created: "2026-03-11T16:00:00.000Z" }),
        movement({ created: "2026-03-11T16:00:00.000Z" }),
        movement({ itemSnapshot: earned, created: "2026-03-11T15:59:59.999Z" }),
        movement({ type: "Transfer - Debit", created: "2026-03-11T01:00:00.000Z" }),
      ],
      "en",
    );
    expect(days.map(({ date, movements }) => [date, movements.length])).toEqual([
      ["12 March 2026", 1],
      ["11 March 2026", 2],
    ]);
  });
});

describe("points that wait", () => {
  it("stand in place of the points of their purchase, which moved none", () => {
    const waiting = movement({ points: 0, pendingPoints: 120, pendingUntil: "2026-11-26" });
    expect([pointsOf(waiting), pointsOf(movement({ points: -5 }))]).toEqual([120, -5]);
  });
});
