import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NextTask } from "./NextTask";

const { settle, settled } = vi.hoisted(() => {
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { settle, settled };
});
vi.mock("./settled", () => ({ settled: () => settled }));

const around = (held: string) => (
  <main>
    around
    <NextTask>{held}</NextTask>
  </main>
);

it("draws what it holds after what is around it, once", async () => {
  const { rerender, unmount } = render(around("first"));
  const main = screen.getByRole("main");
  expect(main.textContent).toBe("around");
  await screen.findByText(/first/);
  rerender(around("second"));
  expect(main.textContent).toBe("aroundsecond");
  unmount();
});

it("draws nothing where it has gone meanwhile", async () => {
  const { unmount, container } = render(around("late"));
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(container.textContent).toBe("");
});

it("draws at once where the app has started", async () => {
  settle();
  await settled;
  const { unmount } = render(around("at once"));
  expect(screen.getByRole("main").textContent).toBe("aroundat once");
  unmount();
});
