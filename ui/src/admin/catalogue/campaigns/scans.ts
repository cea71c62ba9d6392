import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ADMIN } from "../../session";

const DAY_MS = 86_400_000;
/** Hong Kong is UTC+8 all year. */
const AHEAD_MS = 8 * 3_600_000;
/** Days in the chart. */
export const DAYS = 30;

const dayOf = (time: number) => new Date(time + AHEAD_MS).toISOString().slice(0, 10);

/** The last days in Hong Kong, ending with today. */
export function lastDays(now: number, count = DAYS): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * DAY_MS));
}

/** Scans that gave points on each of the last days, including days without scans. */
export const scansQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "campaigns", "scans", id],
    queryFn: async ({ signal }) => {
      const days = lastDays(Date.now());
      const from = days[0] ?? "";
      const rows = await call("get", "/api/admin/campaigns/{id}/scans", {
        path: { id },
        query: { from },
        signal,
      });
      const counts = new Map(rows.map(({ day, scans }) => [day, scans]));
      return days.map((day) => ({ day, scans: counts.get(day) ?? 0 }));
    },
  });
