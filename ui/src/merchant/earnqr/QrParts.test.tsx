import { cleanup, render } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startI18n } from "../../i18n/i18n";
import { type Language, tagOf } from "../../i18n/language";
import { type PartLine, QrParts } from "./QrParts";

const DOUBLE = { en: "double day", zh: "双倍日", zhhk: "雙倍日" };
const BASE: PartLine = { kind: "base", points: 80 };
const RULE: PartLine = { kind: "rule", rule: "r1", name: DOUBLE, points: 80 };

async function told(language: Language, lines: readonly PartLine[]) {
  await i18next.changeLanguage(tagOf(language));
  const { container } = render(<QrParts lines={lines} />);
  return [...container.querySelectorAll("p")].map(({ textContent }) => textContent);
}

beforeAll(() => startI18n(["counter"]));
afterEach(cleanup);

describe("the parts of the points below a QR", () => {
  it.each([
    ["en", "80 + 80 double day", "80 points of these count from 24 Mar 2099."],
    ["zh", "80 + 80 双倍日", "其中 80 积分于2099年3月24日入账。"],
    ["zhhk", "80 + 80 雙倍日", "其中 80 分於2099年3月24日入賬。"],
  ] as const)("say in %s what a rule adds and what waits", async (language, parts, waits) => {
    const words = await told(language, [BASE, { ...RULE, pendingUntil: "2099-03-24" }]);
    expect(words).toEqual([parts, waits, i18next.t("counter:earnQr.own")]);
  });

  it("name only what gives points, and the last day", async () => {
    const nothing: PartLine = { ...RULE, rule: "r2", points: 0, limitedBy: "budget" };
    const waits = [
      { ...BASE, points: 0, pendingUntil: "2099-05-01" },
      { ...RULE, points: 5, pendingUntil: "2099-03-24" },
      { ...RULE, rule: "r3", points: 2, pendingUntil: "2099-04-01" },
      nothing,
    ];
    expect((await told("en", waits)).slice(0, 2)).toEqual([
      "5 double day + 2 double day",
      "7 points of these count from 1 Apr 2099.",
    ]);
  });

  it("say nothing of parts where the rates give all, and name the Enjoy Card", async () => {
    expect(await told("en", [BASE])).toEqual([
      "Bonuses of your own may add more, and your limits may give less.",
    ]);
    expect((await told("en", [BASE, { kind: "card", points: 160 }]))[0]).toBe("80 + 160 Enjoy Card");
  });
});
