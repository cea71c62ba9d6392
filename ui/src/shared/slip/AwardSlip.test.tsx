import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "../../i18n/i18n";
import { tagOf } from "../../i18n/language";
import { AwardSlip } from "./AwardSlip";
import { type SlipOf, type SlipShop, setPlain } from "./slip";

type Awarded = SlipOf["awarded"];

const DOUBLE = { en: "double Tuesday", zh: "周二双倍", zhhk: "星期二雙倍" };
const RETURNS = { en: "day trip", zh: "一日游", zhhk: "一日遊" };

function doneOf(rest: Partial<Awarded>): SlipOf {
  return {
    order: {
      member: { shortId: "K7Q2M9XA", name: "Mei C." },
      amountHkd: "88.00",
      enjoyCard: false,
      receipt: "",
      begun: Date.parse("2099-03-10T07:42:00.000Z"),
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

function linesOf(done: SlipOf, shop?: SlipShop) {
  const { container } = render(<AwardSlip done={done} shop={shop} />);
  return [...container.querySelectorAll("p")].map((line) =>
    [...line.children].map(({ textContent }) => textContent).filter(Boolean),
  );
}

/** The line below the code. */
const number = () => [...document.querySelectorAll("p")].at(-2)?.textContent;

beforeAll(() => startI18n(["counter"]));
afterEach(cleanup);

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

  it("names the shop in two languages with the cashier, the card and the time for mistakes", async () => {
    await i18next.changeLanguage(tagOf("en"));
    const shop = {
      partner: { en: "Tai Ping Bing Sutt", zhhk: "太平冰室" },
      outlet: { en: "Sheung Wan", zhhk: "上環" },
      till: "Till 2",
      by: "Ah Fan",
    };
    const step = { goal: "g1", name: DOUBLE, kind: "stampCard", counts: "purchases", added: 1 } as const;
    const goals = [
      { ...step, progress: 7, target: 10, reached: false, owed: false, reward: { kind: "badge" } as const },
    ];
    linesOf(doneOf({ goals }), shop);
    const lines = [...document.querySelectorAll("p")].map(({ textContent }) => textContent);
    expect(lines.slice(0, 3)).toEqual(["太平冰室", "Tai Ping Bing Sutt", "Sheung Wan, Till 2, Ah Fan"]);
    expect(lines).toContain("double Tuesday7 of 10");
    expect(lines).toContain("Mei C.K7Q2 ····");
    expect(lines.at(-1)).toBe("Wrong? Ask here within 31 days.");
    expect(document.querySelector("svg path")).not.toBeNull();
  });

  it("is plain text without a picture where the till says so", async () => {
    await i18next.changeLanguage(tagOf("zhhk"));
    setPlain(true);
    linesOf(doneOf(WAITS));
    const text = document.querySelector("pre")?.textContent ?? "";
    setPlain(false);
    expect(text).toContain("基本積分                     +88");
    expect(text.trim().split("\n").at(-2)?.trim()).toBe("TX-7K2M-9QXA");
    expect(document.querySelector("svg")).toBeNull();
  });

  it("has no such line if all points count at once and nothing was saved", async () => {
    await i18next.changeLanguage(tagOf("en"));
    const words = linesOf(doneOf({ lines: [{ kind: "base", points: 88 }] }))
      .flat()
      .join("\n");
    expect(words).toMatch(/^Points$/m);
    expect(words).not.toMatch(/Of these|CO₂e/);
  });
});
