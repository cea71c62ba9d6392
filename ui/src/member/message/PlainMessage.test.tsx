import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import { paths } from "../../shared/paths";
import { PlainMessage } from "./PlainMessage";

afterEach(cleanup);

const show = (pathname: string, state: unknown) =>
  render(
    <MemoryRouter initialEntries={[{ pathname, state }]}>
      <PlainMessage />
    </MemoryRouter>,
  );

it("shows the message if the chunk of the result page did not load", () => {
  const told = { tone: "success", title: "Coupon added", message: "600 points were used." };
  show(paths.message, { ...told, buttonText: "See my coupons", buttonLink: paths.saved });
  expect(screen.getByRole("heading", { name: told.title })).toBeTruthy();
  expect(screen.getByText(told.message)).toBeTruthy();
  expect(screen.getByRole("link", { name: "See my coupons" }).getAttribute("href")).toBe(paths.saved);
  expect(screen.queryByText("failedText")).toBeNull();
});

it.each([null, { showBackIcon: true }])("with the state %j, says that the page did not load", (state) => {
  show(paths.message, state);
  expect(screen.getByText("failedText")).toBeTruthy();
});
