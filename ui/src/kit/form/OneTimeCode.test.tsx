import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ResendButton } from "./OneTimeCode";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const button = () => screen.getByRole<HTMLButtonElement>("button");

it("a clock that is set back does not make the wait longer", async () => {
  render(<ResendButton label="again" readyAt={Date.now() + 60_000} onClick={() => {}} />);
  expect(button().disabled).toBe(true);
  vi.setSystemTime(Date.now() - 3_600_000);
  await act(() => vi.advanceTimersByTimeAsync(59_000));
  expect(button().disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(1_250));
  expect(button().textContent).toBe("again");
  expect(button().disabled).toBe(false);
});

it("each wait has its own countdown", async () => {
  const { rerender } = render(<ResendButton label="again" readyAt={0} onClick={() => {}} />);
  expect(button().disabled).toBe(false);
  rerender(<ResendButton label="again" readyAt={Date.now() + 5_000} onClick={() => {}} />);
  expect(button().disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(5_250));
  expect(button().disabled).toBe(false);
});
