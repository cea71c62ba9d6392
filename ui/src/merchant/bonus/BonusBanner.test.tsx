import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { BonusBanner } from "./BonusBanner";
import { type BonusHour, bonusHoursQuery } from "./bonusHours";

const START = Date.parse("2026-03-16T10:00:00Z");

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A bonus that ends after so many minutes, with so many of its 100 points left. */
const hour = (minutes: number, left: number): BonusHour =>
  ({
    _id: "r1",
    name: { en: "lantern hour" },
    bonus: { kind: "multiplier", factor: "2" },
    serverTime: new Date(START).toISOString(),
    endsAt: new Date(START + minutes * 60_000).toISOString(),
    budget: { unit: "points", amount: "100", left: String(left) },
    spent: false,
  }) as unknown as BonusHour;

function show(bonus: BonusHour) {
  queryClient.setQueryData(bonusHoursQuery().queryKey, [bonus]);
  const at = (hidden: boolean) => (
    <QueryClientProvider client={queryClient}>
      <BonusBanner hidden={hidden} />
    </QueryClientProvider>
  );
  const { rerender } = render(at(false));
  return (hidden: boolean) => rerender(at(hidden));
}
const near = () => document.querySelector("section div > b")?.textContent;

it("says when the end or the end of the budget is near", () => {
  show(hour(11, 10));
  expect(near()).toBeUndefined();
  cleanup();
  show(hour(10, 10));
  expect(near()).toBe("bonusHour.lastMinutes");
  cleanup();
  show(hour(10, 9));
  expect(near()).toBe("bonusHour.lastMinutes · bonusHour.almostSpent");
});

it("keeps the status for screen readers while the banner is hidden", () => {
  const set = show(hour(50, 100));
  expect(screen.getByRole("region").textContent).toContain("×2");
  set(true);
  expect(screen.queryByRole("region")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("bonusHour.started");
});
