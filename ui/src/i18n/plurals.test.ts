import { expect, it } from "vitest";
import profile from "./locales/en/profile.json";
import redeem from "./locales/en/redeem.json";
import rewards from "./locales/en/rewards.json";

function keysOf(words: object, wanted: RegExp): string[] {
  return Object.entries(words).flatMap(([key, value]) => {
    if (value && typeof value === "object") return keysOf(value, wanted).map((inner) => `${key}.${inner}`);
    return wanted.test(String(value)) ? [key] : [];
  });
}

it.each(Object.entries({ profile, redeem, rewards }))("the texts of %s have a singular form", (_, words) => {
  const many = keysOf(words, /\{\{\w+\}\}\s(more )?points/);
  expect(many.filter((key) => !key.endsWith("_other"))).toEqual([]);
});
