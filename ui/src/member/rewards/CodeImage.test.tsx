import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CodeImage } from "./CodeImage";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it("a picture that fails is loaded again, by timer and by button, until it loads", () => {
  vi.useFakeTimers();
  const { container } = render(<CodeImage src="/media/coupon.png" />);
  const picture = () => container.querySelector("img") ?? document.body;
  const first = picture();
  fireEvent.error(first);
  expect(screen.getByRole("alert").textContent).toContain("code.imageLost");
  act(() => vi.advanceTimersByTime(4_000));
  const second = picture();
  expect(second).not.toBe(first);
  fireEvent.error(second);
  fireEvent.click(screen.getByRole("button", { name: "tryAgain" }));
  expect(picture()).not.toBe(second);
  expect(screen.queryByRole("alert"), "until the picture loads").not.toBeNull();
  fireEvent.load(picture());
  expect(screen.queryByRole("alert")).toBeNull();
  const there = picture();
  act(() => vi.advanceTimersByTime(60_000));
  expect(picture()).toBe(there);
});
