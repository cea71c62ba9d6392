import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { NextTask } from "./NextTask";

it("draws what it holds after what is around it, once", async () => {
  const { rerender } = render(
    <main>
      around
      <NextTask>first</NextTask>
    </main>,
  );
  const main = screen.getByRole("main");
  expect(main.textContent).toBe("around");
  await screen.findByText(/first/);
  rerender(
    <main>
      around
      <NextTask>second</NextTask>
    </main>,
  );
  expect(main.textContent).toBe("aroundsecond");
});

it("draws nothing where it has gone meanwhile", async () => {
  const { unmount, container } = render(<NextTask>late</NextTask>);
  unmount();
  await new Promise((resolve) => setTimeout(resolve));
  expect(container.textContent).toBe("");
});
