import type { SalesRow } from "./portal";

/** The fewest hours of a chart, so that the bar of a single hour is not as wide as the chart. */
const FEWEST = 8;
const LAST = 23;

/** Every hour between the first and the last one with points now or before, and some around them if they are few. */
export function hoursOf(rows: readonly Pick<SalesRow, "hour" | "points" | "pointsBefore">[]) {
  const known = new Map(rows.map((row) => [row.hour ?? 0, row]));
  const earliest = Math.min(...known.keys());
  const last = Math.max(...known.keys(), Math.min(earliest + FEWEST - 1, LAST));
  const first = Math.min(earliest, last - FEWEST + 1);
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const row = known.get(first + place);
    return { hour: first + place, points: row?.points ?? 0, before: row?.pointsBefore ?? 0 };
  });
}
