import i18next from "i18next";
import { expect, it } from "vitest";
import en from "./locales/en/shell.json";
import zhhk from "./locales/zhhk/shell.json";

it("formats one point correctly, in languages with and without a singular", async () => {
  const words = i18next.createInstance();
  await words.init({ resources: { en: { shell: en }, "zh-HK": { shell: zhhk } }, defaultNS: "shell" });
  const say = (lng: string, count: number) => [
    words.t("points", { lng, count, amount: count }),
    words.t("pointsWord", { lng, count }),
    words.t("balanceNow", { lng, count, amount: count }),
  ];
  expect(say("en", 1)).toEqual(["1 point", "point", "Your balance is now 1 point."]);
  expect(say("en", 2)).toEqual(["2 points", "points", "Your balance is now 2 points."]);
  expect(say("zh-HK", 1)).toEqual(["1 積分", "積分", "你的結餘現為 1 積分。"]);
});
