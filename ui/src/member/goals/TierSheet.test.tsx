import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { startI18n } from "../../i18n/i18n";
import type { MemberTier } from "../../shared/goals/tiers";
import { TierSheet } from "./TierSheet";

beforeAll(() => startI18n(["goals"]));
afterEach(cleanup);

const level = (en: string, target: number) => ({ name: { en, zh: en, zhhk: en }, target });

const tier = (more: Partial<MemberTier>): MemberTier => ({
  counts: "points",
  window: { kind: "year" },
  levels: [level("Bloom", 100), level("Canopy", 100)],
  level: 2,
  since: "2027-03-01",
  until: "2028-12-31",
  progress: 0,
  ...more,
});

const show = (more: Partial<MemberTier>) => render(<TierSheet tier={tier(more)} onClose={() => {}} />);

it("says until when a level that the ladder has no more is held", () => {
  show({ ending: true, graceUntil: "2029-03-31" });
  const words = screen.getByText(/^The programme no longer has Canopy\./).textContent;
  expect(words).toMatch(/until 31 Mar(ch)? 2029/);
  expect(screen.queryByText(/If you might lose it/)).toBeNull();
});

it("names the reward for reaching each level, and the day on which it was given", () => {
  const reward = { kind: "points", points: 50 } as const;
  show({
    rewards: [
      { level: 1, reward, given: "2027-03-01", owed: false },
      { level: 2, reward: { kind: "badge" }, owed: false },
    ],
  });
  expect(screen.getByText(/^50 points, got for reaching it on 1 Mar(ch)? 2027$/)).toBeTruthy();
  expect(screen.getByText("For reaching it: A badge")).toBeTruthy();
});
