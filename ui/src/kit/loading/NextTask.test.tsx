import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NextTask } from "./NextTask";

const { see, seen } = vi.hoisted(() => {
  let see = () => {};
  const seen = new Promise<void>((resolve) => {
    see = resolve;
  });
  return { see, seen };
});
vi.mock("./firstScreenSeen", () => ({ firstScreenSeen: () => seen }));

const around = (held: string) => (
  <main>
    around
    <NextTask>{held}</NextTask>
  </main>
);

it("draws its children once, after the content around it", async () => {
  const { rerender, unmount } = render(around("first"));
  const main = screen.getByRole("main");
  expect(main.textContent).toBe("around");
  await screen.findByText(/first/);
  rerender(around("second"));
  expect(main.textContent).toBe("aroundsecond");
  unmount();
});

it("does nothing if it was removed meanwhile", () => {
  vi.useFakeTimers();
  const { unmount } = render(around("late"));
  expect(vi.getTimerCount()).toBe(1);
  unmount();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it("draws at once if the app has started", async () => {
  see();
  await seen;
  const { unmount } = render(around("at once"));
  expect(screen.getByRole("main").textContent).toBe("aroundat once");
  unmount();
});
