import type { components } from "../api/schema";
import { type Language, pageTagOf } from "../i18n/language";

export type Weekday = components["schemas"]["Weekday"];

export const WEEKDAYS = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const satisfies readonly Weekday[];

/** Mon, Monday or 周一. */
export function weekdayName(day: Weekday, language: Language, length: "short" | "long" = "short"): string {
  // 1 January 2024 was a Monday.
  const date = Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day));
  const tag = language === "en" ? "en-GB" : pageTagOf(language);
  return new Intl.DateTimeFormat(tag, { weekday: length, timeZone: "UTC" }).format(date);
}

/** Runs of days that follow one another: Monday to Friday, Sunday. */
export function dayRuns(days: readonly Weekday[]): [Weekday, Weekday][] {
  const runs: [Weekday, Weekday][] = [];
  for (const [place, day] of WEEKDAYS.entries()) {
    if (!days.includes(day)) continue;
    const last = runs.at(-1);
    if (last && last[1] === WEEKDAYS[place - 1]) last[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
