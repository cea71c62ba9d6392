import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { queryClient } from "../../../api/queries";
import { ownBillQuery } from "../money/ownBill";
import { ownProposalsQuery } from "../proposals/ownProposals";
import { ownRewardsQuery } from "../rewards/ownRewards";
import { ownCashiersQuery, ownTillsQuery } from "../team/team";
import { cachedAnswersOnly } from "./cachedAnswersOnly";
import { NeedsYou } from "./NeedsYou";

const NOW = new Date("2026-11-30T04:00:00Z");
const LONG_AGO = "2026-11-20T04:00:00Z";
const JUST_NOW = "2026-11-30T03:59:00Z";

cachedAnswersOnly(NOW);

interface Found {
  rewards?: object[];
  proposals?: object[];
  tills?: object[];
  cashiers?: object[];
  bill?: object;
}

function home({ rewards = [], proposals = [], tills = [], cashiers = [], bill = {} }: Found, outlet = "") {
  for (const [query, data] of [
    [ownRewardsQuery(), rewards],
    [ownProposalsQuery(), proposals],
    [ownTillsQuery(), tills],
    [ownCashiersQuery(), cashiers],
    [ownBillQuery("2026-10"), bill],
  ] as const)
    queryClient.setQueryData(query.queryKey, data as never);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NeedsYou outlet={outlet} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return screen.queryAllByRole("listitem").map((row) => row.textContent);
}

it("a partner for whom nothing waits reads that", () => {
  const till = { name: "Till 1", state: "enrolled", locked: false, lastSeen: JUST_NOW };
  expect(home({ tills: [till], rewards: [{ name: { en: "Tea" }, low: false, left: 40 }] })).toEqual([]);
  expect(screen.getByText("needs.nothing")).toBeTruthy();
});

it("each part has a row with its number and its names", () => {
  const rows = home({
    rewards: [
      { name: { en: "Tea" }, low: true, left: 3 },
      { name: { en: "Cake" }, low: false, left: 0 },
      { name: { en: "Soup" }, low: false },
    ],
    proposals: [
      { title: { en: "Set for two" }, state: "changes_asked" },
      { title: { en: "Quiet hours" }, state: "sent" },
    ],
    tills: [
      { name: "Till 1", state: "enrolled", locked: false, lastSeen: LONG_AGO },
      { name: "Till 2", state: "enrolled", locked: true, lastSeen: JUST_NOW },
    ],
    cashiers: [{ name: "Ah Fan", pinLocked: true }],
    bill: { closed: { at: "2026-11-01T00:00:00Z" }, toPayHkd: "128.20" },
  });
  expect(rows).toEqual([
    "2needs.rewardsTea and Cake",
    "1needs.proposalsSet for two",
    "2needs.tillsTill 1 and Till 2",
    "1needs.cashiersAh Fan",
    "1needs.billneeds.toPay",
  ]);
});

it("an outlet has the tasks of its own tills, and those of the whole partner", () => {
  const till = { state: "enrolled", locked: true, lastSeen: JUST_NOW };
  const found = {
    rewards: [{ name: { en: "Cake" }, low: false, left: 0 }],
    proposals: [{ title: { en: "Set for two" }, state: "changes_asked" }],
    tills: [
      { ...till, name: "Till 1", outletId: "c" },
      { ...till, name: "Till 2", outletId: "p" },
    ],
    cashiers: [{ name: "Ah Fan", pinLocked: true }],
  };
  const shared = ["1needs.rewardsCake", "1needs.proposalsSet for two", "1needs.cashiersAh Fan"];
  expect(home(found, "p")).toEqual([...shared.slice(0, 2), "1needs.tillsTill 2", shared[2]]);
  cleanup();
  expect(home(found, "x")).toEqual(shared);
});

it("a bill by which the partner receives money says so", () => {
  const bill = { closed: { at: "2026-11-01T00:00:00Z" }, toPayHkd: "-12.00" };
  expect(home({ bill })).toEqual(["1needs.billneeds.toGet"]);
});

it("nothing is said to wait while a part fails", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 500 })));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NeedsYou outlet="" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText("needs.nothing")).toBeNull();
});
