import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router";
import { expect, it, vi } from "vitest";
import { queryClient } from "../../../api/queries";
import { ownOutletsQuery } from "../portal";
import { BonusCard } from "./BonusCard";
import { ownBonusesQuery } from "./bonusHours";
import { cachedAnswersOnly } from "./cachedAnswersOnly";

const NOW = new Date("2026-03-12T06:32:00Z");

cachedAnswersOnly(NOW);

const hour = {
  _id: "r1",
  name: { en: "quiet afternoons" },
  bonus: { kind: "multiplier", factor: "2" },
  outlets: [],
  weekdays: ["monday", "tuesday", "thursday"],
  hours: { from: "14:00", until: "18:00" },
  endsAt: "2026-03-12T10:00:00Z",
  spent: false,
};

/** The texts of the rows, with plain spaces. */
const rows = () => screen.queryAllByRole("listitem").map((row) => row.textContent?.replaceAll("\u00a0", " "));

const Place = () => <output>{useLocation().pathname}</output>;

function show(bonuses: object[] | undefined, outlet = "") {
  queryClient.setQueryData(ownOutletsQuery().queryKey, [
    { _id: "c", name: { en: "Central" } },
    { _id: "p", name: { en: "Pier" } },
  ] as never);
  if (bonuses) queryClient.setQueryData(ownBonusesQuery().queryKey, bonuses as never);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <BonusCard outlet={outlet} />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return rows();
}

it("a running bonus has its end, its hours and what is left of its budget", () => {
  const budget = { unit: "hkd", amount: "500.00", left: "320.00" };
  expect(show([{ ...hour, budget }])).toEqual([
    "×2 quiet afternoonsbonuses.untilTime14:00–18:00 · Mon–Tuebonuses.andThu · bonuses.everyOutletbonuses.leftHkd",
  ]);
  expect(document.querySelector("rect")?.getAttribute("width")).toBe("36");
});

it("the next bonus has its start and its outlets", () => {
  const next = {
    ...hour,
    startsAt: "2026-03-16T06:00:00Z",
    outlets: ["p"],
    weekdays: [],
    until: "2026-03-31",
  };
  expect(show([{ ...next, minimumBillHkd: "50.00" }])).toEqual([
    "×2 quiet afternoonsbonuses.starts14:00–18:00 · Pier · bonuses.from · bonuses.last",
  ]);
});

it("a bonus that runs for days tells its last day once", () => {
  const { hours: _, ...wholeDay } = { ...hour, weekdays: [], endsAt: "2026-03-31T16:00:00Z" };
  expect(show([{ ...wholeDay, until: "2026-03-31" }])).toEqual([
    "×2 quiet afternoonsbonuses.untilDaybonuses.everyOutlet",
  ]);
});

it("a bonus whose budget is spent says so", () => {
  const budget = { unit: "points", amount: 100, left: 0 };
  expect(show([{ ...hour, spent: true, budget }])[0]).toContain("bonuses.spent");
});

it("an outlet without a bonus says that there is none", () => {
  expect(show([{ ...hour, outlets: ["p"] }], "c")).toEqual([]);
  expect(screen.getByText("bonuses.none")).toBeTruthy();
});

it("a failure of the list says so and leaves the way to a proposal", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 500 })));
  show(undefined);
  const alert = await screen.findByRole("alert");
  expect(within(alert).getByText(/bonuses.failed/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "bonuses.propose" })).toBeTruthy();
});

it("the button begins a draft of bonus hours and opens it", async () => {
  const asked = vi.fn();
  vi.stubGlobal("fetch", (_: unknown, request?: RequestInit) => {
    asked(JSON.parse(String(request?.body)));
    return Promise.resolve(Response.json({ _id: "d1" }, { status: 201 }));
  });
  show([]);
  fireEvent.click(screen.getByRole("button", { name: "bonuses.propose" }));
  expect(await screen.findByText("/merchant/portal/proposals/d1")).toBeTruthy();
  expect(asked.mock.calls[0]?.[0]).toMatchObject({ kind: "bonus" });
});
