import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { startI18n } from "../../../i18n/i18n";
import { tagOf } from "../../../i18n/language";
import { allOf, items } from "../../kit/editor/kinds";
import { rulesQuery } from "../rules/rules";
import { Effect } from "./Effect";
import { LadderAsked } from "./LadderAsked";
import { formOf, type Ladder, ladderOf, sameLadder, type TierEffect } from "./tiers";

beforeAll(() => startI18n(["adminGoals"]));
afterEach(async () => {
  cleanup();
  await i18next.changeLanguage(tagOf("en"));
});

const BLOOM = { en: "Bloom", zh: "花开", zhhk: "花開" };
const CANOPY = { en: "Canopy", zh: "满树", zhhk: "滿樹" };

const ladder = (...targets: number[]): Ladder => ({
  counts: "points",
  window: { kind: "year" },
  noticeDays: 60,
  graceDays: 90,
  levels: targets.map((target, at) => ({ name: at === 0 ? BLOOM : CANOPY, target })),
});

const effect = (more: Partial<TierEffect>): TierEffect => ({
  levels: [
    { level: 1, membersNow: 2604, membersThen: 2722, rise: 118, fall: 0, removed: false },
    { level: 2, membersNow: 428, membersThen: 437, rise: 9, fall: 0, removed: false },
  ],
  rise: 127,
  fall: 0,
  countedFrom: "2026-03-02",
  lookedUp: "2027-03-01T04:00:00.000Z",
  ...more,
});

const cells = (row: number) =>
  [...(screen.getAllByRole("row")[row]?.children ?? [])].map(({ textContent }) => textContent);

it("shows for each level who would rise and fall, and says that nobody falls", () => {
  render(<Effect of={effect({})} ladder={ladder(2000, 5000)} before={ladder(2500, 6000)} />);
  expect(cells(1)).toEqual(["Bloom", "2,604", "+118", "0", "2,722"]);
  expect(cells(2)).toEqual(["Canopy", "428", "+9", "0", "437"]);
  expect(screen.getByText("127 members would rise, each with the next purchase.")).toBeTruthy();
  expect(screen.getByText("Nobody would fall by this change.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("tells when the first member could fall, with the notice and the grace of the ladder", () => {
  const levels = [{ level: 1, membersNow: 5, membersThen: 4, rise: 0, fall: 1, removed: false }];
  const found = effect({ levels, rise: 0, fall: 1, firstFall: "2030-04-01" });
  render(<Effect of={found} ladder={ladder(3000)} before={ladder(2000)} />);
  expect(cells(1)).toEqual(["Bloom", "5", "0", "−1", "4"]);
  const note = screen.getByRole("alert").textContent;
  expect(note).toContain("1 member would fall by this change.");
  expect(note).toMatch(/is told 60 days before, and has 90 days of grace.*1 Apr(il)? 2030/);
});

it("names a level that goes as it was called, in the reader's language", async () => {
  await i18next.changeLanguage(tagOf("zhhk"));
  const levels = [
    { level: 1, membersNow: 5, membersThen: 8, rise: 0, fall: 0, removed: false },
    { level: 2, membersNow: 3, membersThen: 0, rise: 0, fall: 3, removed: true, keptUntil: "2029-03-31" },
  ];
  render(
    <Effect of={effect({ levels, rise: 0, fall: 3 })} ladder={ladder(2000)} before={ladder(2000, 5000)} />,
  );
  expect(cells(2)[0]).toBe("滿樹");
  expect(screen.getByText(/^滿樹會被取消：啟用後一小時內通知該級會員。.*2029年3月31日/)).toBeTruthy();
});

it("shows how many rewards those who would rise would get, and their cost where it is known", () => {
  const level = { level: 1, membersNow: 5, membersThen: 8, rise: 3, fall: 0, removed: false, rewards: 3 };
  const found = effect({ levels: [{ ...level, rewardsHkd: "12.00" }], rise: 3 });
  const { rerender } = render(<Effect of={found} ladder={ladder(2000)} before={ladder(2500)} />);
  expect(screen.getByText("Bloom: 3 rewards for reaching it, HK$12.00 at present.")).toBeTruthy();
  rerender(<Effect of={effect({ levels: [level], rise: 3 })} ladder={ladder(2000)} before={undefined} />);
  expect(screen.getByText("Bloom: 3 rewards for reaching it. Their cost is not known.")).toBeTruthy();
});

it("shows the second person both ladders, the rewards and the numbers", () => {
  const after = ladder(3000);
  const [first] = after.levels;
  if (first) first.reward = { kind: "points", points: 75 };
  const request = { before: ladder(2000), after, rise: 0, fall: 12, firstFall: "2030-04-01" };
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  for (const { queryKey } of [allOf(items), rulesQuery()]) queryClient.setQueryData(queryKey, []);
  const { rerender } = render(<LadderAsked of={request} />, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const definitions = () => screen.getAllByRole("definition").map(({ textContent }) => textContent);
  const facts = definitions();
  expect(facts.slice(0, 2)).toEqual(["0", "12"]);
  expect(facts[3]).toContain("Bloom 3,000 · 75 points");
  expect(facts[4]).toContain("Bloom 2,000");
  rerender(<LadderAsked of={{ ...request, removed: 300 }} />);
  expect(definitions()[2]).toBe("300");
});

it("knows the looked-up ladder again after it was saved", () => {
  const one = ladder(2000, 5000);
  const levels = one.levels.map(({ name: { zhhk, zh, en }, target }) => ({
    name: { zhhk, zh, en } as typeof BLOOM,
    target,
  }));
  expect(sameLadder(ladderOf(formOf(one)), { ...one, levels })).toBe(true);
  for (const other of [
    ladder(2000),
    ladder(2000, 5001),
    { ...one, graceDays: 91 },
    { ...one, counts: "spend" as const },
  ])
    expect(sameLadder(one, other)).toBe(false);
  const window = { kind: "months", months: 12 } as const;
  expect(sameLadder({ ...one, window }, { ...one, window: { ...window, months: 11 } })).toBe(false);
});
