import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Background } from "./Background";

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const visit = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Background />
    </MemoryRouter>,
  );

it.each([
  "/signup?referralcode=AB12CD34",
  "/forgotPassword",
  "/resetPassword/token",
  "/resetPassword",
  "/unsubscribe?token=x",
  "/terms-privacy",
])("offers a choice of language to visitors of %s", async (address) => {
  visit(address);
  fireEvent.click(await screen.findByRole("button", { name: "language" }));
  const names = await screen.findAllByRole("button", { name: /^(EN|简|繁)$/ });
  expect(names.map((name) => name.lang)).toEqual(["en", "zh-Hans", "zh-Hant-HK"]);
});

it.each(["/login", "/"])("shows nothing on %s", async (address) => {
  const { container } = visit(address);
  await vi.dynamicImportSettled();
  expect(container.innerHTML).toBe("");
});
