import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { type Bonus, bonusesQuery } from "../../shared/bonuses/bonuses";
import { goalsQuery } from "../../shared/goals/goals";
import { tierQuery } from "../../shared/goals/tiers";
import { HomeGoal } from "./HomeGoal";

const BONUS = {
  name: { en: "double points" },
  bonus: { kind: "multiplier", factor: "2" },
  nextDay: "2026-03-16",
  partners: [],
  partnerTypes: [],
  outlets: [],
} as unknown as Bonus;
const GOAL = { name: { en: "Ten visits" }, kind: "count", progress: 1, target: 10, progressBy: "visits" };

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function home(updatedAt: number, current: boolean) {
  queryClient.setQueryData(bonusesQuery().queryKey, [BONUS], { updatedAt });
  queryClient.setQueryData(goalsQuery().queryKey, [GOAL] as never);
  queryClient.setQueryData(tierQuery().queryKey, null as never);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <HomeGoal settled has={{ rules: true, goals: true }} current={current} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const strip = () => screen.queryByText("double points");

it("the bonus stays while the member is fetched again", () => {
  home(Date.now(), false);
  expect(strip()).toBeTruthy();
});

it("no card comes before bonuses that an earlier visit kept are fetched again", () => {
  home(performance.timeOrigin - 1, true);
  expect(strip()).toBeNull();
  expect(screen.queryAllByRole("link")).toHaveLength(0);
});
