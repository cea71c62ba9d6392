import type { components } from "../api/schema";
import { WEEKDAYS, type Weekday } from "./weekdays";

export type OpeningHours = components["schemas"]["OpeningHours"];

const MINUTES_OF_A_DAY = 1_440;
/** Hong Kong is eight hours ahead of UTC all year. */
const HONG_KONG_MS = 8 * 3_600_000;

/** Open until a time, or closed until a time of a day. */
export type Opening =
  | { open: true; until: string }
  | { open: false; from: string; day: Weekday; daysAhead: number };

/** An open outlet counts as closing soon in this many minutes before it closes. */
const SOON_MINUTES = 60;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Tells whether the outlet or help desk is open now, or else when it opens. Undefined without hours. */
export function openingAt(hours: readonly OpeningHours[], now: Date): Opening | undefined {
  const local = new Date(now.getTime() + HONG_KONG_MS);
  const today = (local.getUTCDay() + 6) % 7;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  for (let daysAhead = 0; daysAhead <= 7; daysAhead++) {
    const day = WEEKDAYS[(today + daysAhead) % 7];
    if (!day) continue;
    const lines = hours
      .filter((line) => line.days.includes(day))
      .sort((one, other) => minutesOf(one.from) - minutesOf(other.from));
    for (const { from, until } of lines) {
      const ends = minutesOf(until);
      if (daysAhead === 0 && minute >= ends) continue;
      if (daysAhead === 0 && minute >= minutesOf(from)) {
        return { open: true, until: joined(lines, until) };
      }
      return { open: false, from, day, daysAhead };
    }
  }
  return undefined;
}

/** The end of the hours that follow one another without a break. */
function joined(lines: readonly OpeningHours[], until: string): string {
  const next = lines.find((line) => line.from === until);
  return next && minutesOf(until) < MINUTES_OF_A_DAY ? joined(lines, next.until) : until;
}

/** Returns whether an open outlet closes within an hour. */
export function closesSoon({ until }: { until: string }, now: Date): boolean {
  const local = new Date(now.getTime() + HONG_KONG_MS);
  return minutesOf(until) - (local.getUTCHours() * 60 + local.getUTCMinutes()) <= SOON_MINUTES;
}
