import { noonOf } from "../../../api/outlook";
import { lastDayOf, presentOf, type Rule, type SimulationResult } from "./rules";

const DAY_MS = 86_400_000;
/** The days of the sums in the list. */
const RECENT_DAYS = 28;
/** Below this share a budget is nearly spent. */
export const NEARLY_SPENT = 0.1;

/** The longest time ahead, in days, for which a day is named. */
const FURTHEST = 36_500;

/**
 * The day on which the rest of a budget is spent at a pace for each day; undefined if nothing is left, if nothing is
 * given, or if that day is more than 100 years ahead.
 */
export function spentOn(left: number, perDay: number, now = Date.now()): Date | undefined {
  const days = left / perDay;
  return left > 0 && perDay > 0 && days < FURTHEST ? new Date(now + days * DAY_MS) : undefined;
}

/**
 * The day on which a budget that is nearly spent runs out at the pace of the last four weeks; undefined if the rule ends
 * before.
 */
export function runsOut(rule: Rule, now = Date.now()): Date | undefined {
  const { budget } = presentOf(rule).rule;
  if (!budget || rule.state !== "on") return undefined;
  const inHkd = budget.unit === "hkd";
  const left = Number((inHkd ? rule.budgetLeftHkd : rule.budgetLeftPoints) ?? 0);
  if (left >= Number(budget.amount) * NEARLY_SPENT) return undefined;
  // A young rule has given for fewer days. The sums are those of all its versions.
  const since = rule.live?.version === 1 ? (rule.live.firstOn ?? rule.created) : rule.created;
  const age = Math.ceil((now - Date.parse(since)) / DAY_MS);
  const days = Math.max(1, Math.min(RECENT_DAYS, age));
  const day = spentOn(left, Number(inHkd ? rule.recentHkd : rule.recentPoints) / days, now);
  const last = lastDayOf(rule);
  return day && (!last || day.getTime() < Date.parse(noonOf(last))) ? day : undefined;
}

/**
 * The given part and the rest of the newest version's budget, in the unit of the budget; `undefined` without
 * a budget.
 */
export function leftOfDraft({ latest, givenPoints, givenHkd }: Rule) {
  const { budget } = latest.rule;
  if (!budget) return undefined;
  const inHkd = budget.unit === "hkd";
  const given = inHkd ? Number(givenHkd) : givenPoints;
  return { inHkd, given, left: Math.max(0, Number(budget.amount) - given) };
}

/**
 * The days of a simulation on which the rule could give: without those before its first day and after its last one, and
 * without those after its budget was spent.
 */
export function daysOfPace({ latest }: Rule, of: SimulationResult): number {
  const { from, until } = latest.rule;
  const first = of.keepDates && from && from > of.from ? from : of.from;
  const ends = [of.to, of.budgetSpentOn, of.keepDates ? until : undefined].filter((day) => day !== undefined);
  const last = ends.toSorted()[0] ?? of.to;
  return Math.max(1, daysBetween(first, last) + 1);
}

/** The number of days from one day to another, such as 2026-03-12. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;
