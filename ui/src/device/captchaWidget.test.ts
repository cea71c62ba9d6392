import { afterEach, expect, it, vi } from "vitest";
import { applyAppearance } from "./appearance";
import { showWidget } from "./captchaWidget";

afterEach(() => {
  applyAppearance("system");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a widget uses the theme that the member chose, not the device's", async () => {
  const themes: unknown[] = [];
  const render = (_: HTMLElement, { theme }: Record<string, unknown>) => themes.push(theme);
  vi.stubGlobal("turnstile", { render, reset: () => {} });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.spyOn(document.head, "append").mockImplementation(() => Reflect.get(window, "kapokWidgetReady")());
  const show = () =>
    showWidget(
      document.createElement("div"),
      { provider: "turnstile", siteKey: "key", language: "en" },
      { answered: () => {}, lost: () => {} },
    );
  await show();
  applyAppearance("light");
  await show();
  expect(themes).toEqual(["dark", "light"]);
});
