import { beforeEach, describe, expect, it } from "vitest";
import { applyAppearance, saveAppearance, savedAppearance } from "./appearance";

const root = document.documentElement;
const bars = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map((bar) => bar.content);

describe("the chosen appearance", () => {
  beforeEach(() => {
    localStorage.clear();
    document.head.replaceChildren(
      ...["light", "dark"].map((scheme) => {
        const bar = document.createElement("meta");
        bar.setAttribute("name", "theme-color");
        bar.setAttribute("media", `(prefers-color-scheme: ${scheme})`);
        return bar;
      }),
    );
  });

  it("is stored, applied and reset", () => {
    saveAppearance("dark");
    expect([savedAppearance(), root.dataset.theme, bars()]).toEqual(["dark", "dark", ["#121815", "#121815"]]);
    saveAppearance("system");
    expect([savedAppearance(), root.dataset.theme, bars()]).toEqual([
      "system",
      undefined,
      ["#F6F1E7", "#121815"],
    ]);
  });

  it("is the device's when an unknown value was stored", () => {
    localStorage.setItem("appearance", "sepia");
    applyAppearance(savedAppearance());
    expect(root.dataset.theme).toBeUndefined();
  });
});
