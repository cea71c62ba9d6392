import { expect, it } from "vitest";
import { daysBetween, daysOfPace, leftOfDraft, runsOut, spentOn } from "./budgetPace";
import type { Rule, SimulationResult } from "./rules";

const NOW = Date.parse("2026-03-12T04:00:00.000Z");

function rule(over: Partial<Rule>, amount = 1_000): Rule {
  const version: Rule["latest"] = {
    version: 1,
    draft: false,
    createdBy: "Sandra Lo",
    created: "2026-02-01T04:00:00.000Z",
    updated: "2026-02-01T04:00:00.000Z",
    firstOn: "2026-02-01T04:00:00.000Z",
    rule: {
      name: { en: "first visit" },
      bonus: { kind: "fixed", points: 5 },
      budget: { unit: "points", amount },
    },
  };
  return {
    _id: "r1",
    state: "on",
    latest: version,
    live: version,
    givenPoints: 940,
    givenHkd: "9.40",
    recentPoints: 560,
    recentHkd: "5.60",
    recentAwards: 112,
    created: version.created,
    updated: version.updated,
    ...over,
  };
}

it("tells the day on which a budget below a tenth runs out", () => {
  // 560 points in 28 days are 20 a day.
  expect(runsOut(rule({ budgetLeftPoints: 60 }), NOW)?.toISOString()).toBe("2026-03-15T04:00:00.000Z");
  expect(runsOut(rule({ budgetLeftPoints: 100 }), NOW)).toBeUndefined();
  expect(runsOut(rule({ budgetLeftPoints: 0 }), NOW)).toBeUndefined();
  expect(runsOut(rule({ budgetLeftPoints: 60, recentPoints: 0 }), NOW)).toBeUndefined();
  expect(runsOut(rule({ budgetLeftPoints: 60, state: "off" }), NOW)).toBeUndefined();
});

it("names no day after the rule's last one", () => {
  const ends = (until: string) => {
    const one = rule({ budgetLeftPoints: 60 });
    one.latest.rule.until = until;
    return runsOut(one, NOW)?.toISOString();
  };
  expect(ends("2026-03-14")).toBeUndefined();
  expect(ends("2026-03-16")).toBe("2026-03-15T04:00:00.000Z");
  const byHand = rule({ budgetLeftPoints: 60 });
  byHand.ended = { on: "2026-03-12", at: "2026-03-12T03:00:00.000Z", by: "Sandra Lo" };
  expect(runsOut(byHand, NOW)).toBeUndefined();
});

it("names no day that is further away than any date", () => {
  expect(spentOn(1_000_000_000, 0.001, NOW)).toBeUndefined();
  expect(spentOn(36_000, 1, NOW)?.getUTCFullYear()).toBe(2124);
});

it("counts the days of a young rule only", () => {
  const young = rule({ budgetLeftPoints: 60, recentPoints: 120 });
  if (young.live) young.live.firstOn = "2026-03-06T04:00:00.000Z";
  expect(runsOut(young, NOW)?.toISOString()).toBe("2026-03-15T04:00:00.000Z");
});

it("counts all days of a rule whose new version is young", () => {
  const changed = rule({ budgetLeftPoints: 60 });
  if (changed.live) Object.assign(changed.live, { version: 2, firstOn: "2026-03-11T04:00:00.000Z" });
  expect(runsOut(changed, NOW)?.toISOString()).toBe("2026-03-15T04:00:00.000Z");
});

it("counts the days of a simulation on which the rule could give", () => {
  const of = (over: object) =>
    ({ from: "2026-02-12", to: "2026-03-11", keepDates: false, ...over }) as SimulationResult;
  const draft = rule({});
  expect(daysOfPace(draft, of({}))).toBe(28);
  expect(daysOfPace(draft, of({ budgetSpentOn: "2026-02-21" }))).toBe(10);
  draft.latest.rule.from = "2026-03-05";
  draft.latest.rule.until = "2026-03-08";
  expect(daysOfPace(draft, of({}))).toBe(28);
  expect(daysOfPace(draft, of({ keepDates: true }))).toBe(4);
});

it("knows what a draft's own budget has left", () => {
  expect(leftOfDraft(rule({}, 2_000))).toEqual({ inHkd: false, given: 940, left: 1_060 });
  expect(leftOfDraft(rule({}, 100))?.left).toBe(0);
  expect(spentOn(100, 0)).toBeUndefined();
  expect(daysBetween("2026-02-27", "2026-03-02")).toBe(3);
});
