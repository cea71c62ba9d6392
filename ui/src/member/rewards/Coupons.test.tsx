import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import tile from "../../components/Tile.module.css";
import { keepTab } from "../../device/savedTab";
import { paths } from "../../paths";
import { Coupons } from "./Coupons";
import { madeUpRedemption } from "./madeUp";
import { type Redemption, redemptionsQuery } from "./redemptions";
import { SavedScreen } from "./SavedScreen";

const redemption = (rest: Partial<Redemption>) => madeUpRedemption({ type: "exchange", ...rest });

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});

const show = (screenful: React.ReactNode, type: Redemption["type"] | undefined, had: Redemption[]) => {
  queryClient.setQueryData(redemptionsQuery(type).queryKey, had);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{screenful}</MemoryRouter>
    </QueryClientProvider>,
  );
};
const dimmed = () => screen.getByRole("button", { name: /Bun/ }).classList.contains(tile.used ?? "");

it("a used exchange looks used below its stamp, and tells its facts", () => {
  show(<Coupons />, undefined, [redemption({ used: true, usedAt: "2026-03-12T02:00:00.000Z" })]);
  expect(dimmed()).toBe(true);
  const button = screen.getByRole("button", { name: /Bun/ });
  expect(button.textContent).toContain("confirmed");
  expect(button.hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(button);
  expect(screen.getByText("exchange.opened")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "exchange.open" })).toBeNull();
});

it("a confirmed exchange that can still be opened keeps its colours", () => {
  show(<Coupons />, undefined, [redemption({})]);
  expect(dimmed()).toBe(false);
});

it("a used coupon looks used, and opens nothing", () => {
  show(<Coupons />, undefined, [redemption({ type: "coupon", used: true })]);
  expect(dimmed()).toBe(true);
  expect(screen.getByRole("button", { name: /Bun/ }).getAttribute("aria-disabled")).toBe("true");
});

it.each([
  ["below the coupons", [redemption({ type: "coupon" })]],
  ["where there are none", []],
])("the exchanges are found from Saved %s", (_, had) => {
  keepTab("coupons");
  show(<SavedScreen />, "coupon", had);
  expect(screen.getByRole("link", { name: /^all/ }).getAttribute("href")).toBe(paths.rewards);
});

it("the way to the exchanges waits for the coupons above it", () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SavedScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("link", { name: /^all/ })).toBeNull();
});
