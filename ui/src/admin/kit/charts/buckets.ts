import type { components } from "../../../api/schema";

export type ReportDay = components["schemas"]["ReportDay"];

/** Consecutive days combined into one column of a chart. */
export interface Bucket {
  /** First and last day, such as 2026-03-12. */
  from: string;
  to: string;
  issued: number;
  redeemed: number;
  expired: number;
  /** At the end of the last day. */
  outstanding: number;
  /** HK$ at the end of the last day; absent in a report for one partner. */
  liability?: number | undefined;
}

export type Step = "day" | "week" | "month";

const MOST_DAYS = 31;
const MOST_WEEKS = 27;

/** The step that gives a span of days a readable number of columns. */
export function stepFor(days: number): Step {
  if (days <= MOST_DAYS) return "day";
  return days <= MOST_WEEKS * 7 ? "week" : "month";
}

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);
const DAY_MS = 86_400_000;
// 1 January 1970 was a Thursday.
const MONDAY_FIRST = 3;

function keyOf(day: string, step: Step): string {
  if (step === "day") return day;
  if (step === "month") return day.slice(0, 7);
  return String(Math.floor((Math.floor(noon(day) / DAY_MS) + MONDAY_FIRST) / 7));
}

/** Groups days, earliest first, into columns of one step. */
export function buckets(days: readonly ReportDay[], step: Step): Bucket[] {
  const found: Bucket[] = [];
  let last = "";
  for (const { day, issued, redeemed, expired, outstanding = 0, liability: owed } of days) {
    const key = keyOf(day, step);
    const liability = owed === undefined ? undefined : Number(owed);
    const open = found.at(-1);
    if (open && key === last) {
      open.to = day;
      open.issued += issued;
      open.redeemed += redeemed;
      open.expired += expired;
      open.outstanding = outstanding;
      open.liability = liability;
    } else found.push({ from: day, to: day, issued, redeemed, expired, outstanding, liability });
    last = key;
  }
  return found;
}

/** Gives days the dates of as many later days, so that both fall into the same columns. */
export function moved(days: readonly ReportDay[], onto: readonly ReportDay[]): ReportDay[] {
  return days.flatMap((one, at) => {
    const later = onto[at];
    return later ? [{ ...one, day: later.day }] : [];
  });
}

/** A round number of at least `most` with a round half, for the top of an axis. */
export function roundUp(most: number): number {
  if (most <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(most));
  const found = [1, 2, 4, 5, 6, 8, 10].find((factor) => factor * power >= most);
  return (found ?? 10) * power;
}
