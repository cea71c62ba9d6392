import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createInstance } from "i18next";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { showToast, Toaster } from "./Toaster";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const said = () => screen.getByRole("status").querySelector("span")?.textContent;
const mark = () => screen.getByRole("status").querySelector("svg")?.innerHTML;

it("an offer reappears after a short message, and stays until it is accepted", () => {
  const taken = vi.fn();
  render(<Toaster />);
  act(() => showToast("A new version", { label: "Use it", act: taken }));
  act(() => showToast("Copied"));
  expect(said()).toBe("Copied");
  act(() => vi.advanceTimersByTime(4_000));
  expect(said()).toBe("A new version");
  act(() => vi.advanceTimersByTime(60_000));
  act(() => showToast("Removed", { label: "Undo", act: vi.fn() }));
  expect(said()).toBe("Removed");
  act(() => showToast("Removed another", { label: "Undo", act: vi.fn() }));
  fireEvent.click(screen.getByText("Undo"));
  fireEvent.click(screen.getByText("Use it"));
  expect(taken).toHaveBeenCalledTimes(1);
  expect(said()).toBeUndefined();
});

it("an offer with a time ends by itself", () => {
  render(<Toaster />);
  act(() => showToast("Ends today", { label: "Undo", act: vi.fn(), forMs: 10_000 }));
  act(() => vi.advanceTimersByTime(9_900));
  expect(said()).toBe("Ends today");
  act(() => vi.advanceTimersByTime(200));
  expect(said()).toBeUndefined();
});

it("an offer with a time waits while it has the focus", () => {
  render(<Toaster />);
  act(() => showToast("Ends today", { label: "Undo", act: vi.fn(), forMs: 10_000 }));
  screen.getByText("Undo").focus();
  act(() => vi.advanceTimersByTime(15_000));
  expect(said()).toBe("Ends today");
  screen.getByText("Undo").blur();
  act(() => vi.advanceTimersByTime(5_100));
  expect(said()).toBeUndefined();
});

it("only a completed action has a tick", () => {
  render(<Toaster />);
  act(() => showToast("Copied"));
  const tick = mark();
  act(() => showToast("The five minutes are over", undefined, "note"));
  expect(mark()).not.toBe(tick);
});

it("a short message is removed when the language changes, and an offer is translated", async () => {
  const i18n = createInstance();
  await i18n.init({ lng: "en", resources: {} });
  render(
    <I18nextProvider i18n={i18n}>
      <Toaster />
    </I18nextProvider>,
  );
  act(() =>
    showToast(() => `A new version, ${i18n.language}`, {
      label: () => `Use it, ${i18n.language}`,
      act: vi.fn(),
    }),
  );
  act(() => showToast("Copied"));
  await act(() => i18n.changeLanguage("zh"));
  expect(said()).toBe("A new version, zh");
  fireEvent.click(screen.getByText("Use it, zh"));
});

it("keeps the focus of a removed button, for the next toast", () => {
  render(<Toaster />);
  act(() => showToast("A new version", { label: "Use it", act: vi.fn() }));
  act(() => showToast("Removed", { label: "Undo", act: vi.fn() }));
  for (const label of ["Undo", "Use it"]) {
    screen.getByText(label).focus();
    fireEvent.click(screen.getByText(label));
    expect(document.activeElement).toBe(screen.getByRole("status"));
  }
  expect(said()).toBeUndefined();
});
