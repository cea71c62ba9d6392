import type { Notification } from "../../api/inbox";

const HONG_KONG_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

/** The day of a moment on Hong Kong's calendar, such as 2026-11-12. */
const dayOf = (moment: number) => new Date(moment + HONG_KONG_MS).toISOString().slice(0, 10);

export interface Group {
  /** Today, yesterday, earlier in this month, or an earlier month such as 2026-10. */
  when: "today" | "yesterday" | "earlier" | "month";
  month: string;
  rows: Notification[];
}

/** The notifications in groups of time, in the given order. */
export function groupsOf(rows: readonly Notification[], now = Date.now()): Group[] {
  const today = dayOf(now);
  const yesterday = dayOf(now - DAY_MS);
  const groups: Group[] = [];
  for (const row of rows) {
    const day = dayOf(Date.parse(row.created));
    const month = day.slice(0, 7);
    const thisMonth = month === today.slice(0, 7) ? "earlier" : "month";
    const when = day === today ? "today" : day === yesterday ? "yesterday" : thisMonth;
    const last = groups.at(-1);
    if (last?.when === when && last.month === month) last.rows.push(row);
    else groups.push({ when, month, rows: [row] });
  }
  return groups;
}
