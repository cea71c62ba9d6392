import { describe, expect, it } from "vitest";
import { localized, tongueOf } from "./language";

describe("a text that the programme's owner wrote", () => {
  const whole = { en: "Tea", zh: "茶", zhhk: "茶" };
  const half = { en: "Tea", zh: "", zhhk: null };

  it("is shown in English where the translation is missing, and marked as English", () => {
    expect(localized(half, "zhhk")).toBe("Tea");
    expect(tongueOf(half, "zhhk")).toBe("en-HK");
    expect(tongueOf(half, "zh")).toBe("en-HK");
  });

  it("is not marked where it is in the page's language", () => {
    expect(localized(whole, "zh")).toBe("茶");
    expect(tongueOf(whole, "zh")).toBeUndefined();
    expect(tongueOf(half, "en")).toBeUndefined();
  });
});
