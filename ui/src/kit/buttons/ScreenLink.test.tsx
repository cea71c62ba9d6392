import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenLink } from "./ScreenLink";

/** Work that waits for the next paint. */
const painted: (() => void)[] = [];
vi.mock("../../device/afterPaint", async (actual) => ({
  ...(await actual<typeof import("../../device/afterPaint")>()),
  afterPaint: (work: () => void) => void painted.push(work),
}));
const paint = () => act(async () => painted.splice(0).forEach((work) => void work()));

const Here = () => {
  const { pathname, key } = useLocation();
  return <p data-key={key}>{pathname}</p>;
};
const show = (props: Partial<Parameters<typeof ScreenLink>[0]> = {}) => {
  render(
    <MemoryRouter initialEntries={["/home"]}>
      <ScreenLink to="/points" {...props}>
        History
      </ScreenLink>
      <Here />
    </MemoryRouter>,
  );
  return screen.getByRole("link", { name: "History" });
};

beforeEach(() => {
  painted.length = 0;
});
afterEach(cleanup);

it("a link shows that it was pressed before the next screen is drawn", async () => {
  const link = show();
  await act(async () => void fireEvent.click(link));
  expect(link.dataset.pressed).toBe("true");
  expect(screen.getByText("/home")).toBeTruthy();
  await paint();
  expect(screen.getByText("/points")).toBeTruthy();
  expect(link.dataset.pressed).toBeUndefined();
});

it("a link that is pressed twice navigates once", async () => {
  const gone = vi.fn((go: () => void) => go());
  const link = show({ change: gone });
  await act(async () => void fireEvent.click(link));
  await act(async () => void fireEvent.click(link));
  await paint();
  expect(gone).toHaveBeenCalledTimes(1);
  expect(screen.getByText("/points")).toBeTruthy();
});

it("a press with a modifier key or another button is left to the browser", () => {
  const link = show();
  for (const held of [
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])
    expect(fireEvent.click(link, held), JSON.stringify(held)).toBe(true);
  expect(painted).toHaveLength(0);
  expect(link.dataset.pressed).toBeUndefined();
});

it("a press does not navigate if the app went to another screen meanwhile", async () => {
  const link = show();
  await act(async () => void fireEvent.click(link));
  window.history.pushState({}, "", "/login");
  await paint();
  expect(screen.getByText("/home")).toBeTruthy();
  expect(link.dataset.pressed).toBeUndefined();
});
