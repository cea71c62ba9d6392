import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { queryClient } from "../../api/queries";
import { startI18n } from "../../i18n/i18n";
import { tagOf } from "../../i18n/language";
import type { Awarded, Done } from "../kit/orders";
import { tillQuery } from "../kit/till";
import { AwardSlip } from "./AwardSlip";

const DOUBLE = { en: "double Tuesday", zh: "周二双倍", zhhk: "星期二雙倍" };
const RETURNS = { en: "day trip", zh: "一日游", zhhk: "一日遊" };

function doneOf(rest: Partial<Awarded>): Done {
  return {
    order: {
      member: { shortId: "K7Q2M9XA", initials: "M", name: "Mei C." },
      amountHkd: "88.00",
      enjoyCard: false,
      receipt: "",
      begun: Date.parse("2099-03-10T07:42:00.000Z"),
      by: "c1",
    },
    awarded: {
      transactionId: "019cde0a5b7070009f1b4c1f0c2f7a31",
      number: "TX-7K2M-9QXA",
      points: 128,
      basePoints: 88,
      extraPoints: 0,
      member: { shortId: "K7Q2M9XA", firstName: "Mei" },
      undoUntil: "2099-03-10T07:47:00.000Z",
      ...rest,
    },
  };
}

const WAITS: Partial<Awarded> = {
  lines: [
    { kind: "base", points: 88 },
    { kind: "rule", rule: "r1", name: DOUBLE, points: 30, pendingUntil: "2099-03-24" },
    { kind: "rule", rule: "r2", name: RETURNS, points: 10, pendingUntil: "2099-03-24" },
  ],
  carbonGrams: "1080",
};

function linesOf(done: Done) {
  const { container } = render(
    <QueryClientProvider client={queryClient}>
      <AwardSlip done={done} />
    </QueryClientProvider>,
  );
  return [...container.querySelectorAll("p")].map((line) =>
    [...line.children].map(({ textContent }) => textContent).filter(Boolean),
  );
}

/** The last line of the slip. */
const number = () => [...document.querySelectorAll("p")].at(-1)?.textContent;

beforeAll(() => startI18n(["counter"]));
beforeEach(() => queryClient.setQueryData(tillQuery().queryKey, null));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

describe("the printed slip of an award", () => {
  it.each([
    ["en", "double Tuesday", "Of these from 24 Mar 2099", "CO₂e saved"],
    ["zh", "周二双倍", "其中2099年3月24日入账", "减少的 CO₂e"],
    ["zhhk", "星期二雙倍", "其中2099年3月24日入賬", "減少的 CO₂e"],
  ] as const)(
    "says in %s what waits until which day, and what was saved",
    async (language, rule, from, saved) => {
      await i18next.changeLanguage(tagOf(language));
      const lines = linesOf(doneOf(WAITS));
      expect(lines).toContainEqual([rule, "+30"]);
      expect(number()).toBe("TX-7K2M-9QXA");
      expect(lines).toContainEqual([from, "40"]);
      expect(lines).toContainEqual([saved, "1.08\u00a0kg"]);
    },
  );

  it("has no such line if all points count at once and nothing was saved", async () => {
    await i18next.changeLanguage(tagOf("en"));
    const words = linesOf(doneOf({ lines: [{ kind: "base", points: 88 }] }))
      .flat()
      .join("\n");
    expect(words).toMatch(/^Points$/m);
    expect(words).not.toMatch(/Of these|CO₂e/);
  });
});
