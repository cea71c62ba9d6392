import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ADMIN } from "../../session";

const DAY_MS = 86_400_000;
/** Hong Kong is eight hours ahead, all year round. */
const AHEAD_MS = 8 * 3_600_000;
/** Days that the chart shows. */
export const DAYS = 30;

const dayOf = (time: number) => new Date(time + AHEAD_MS).toISOString().slice(0, 10);

/** The last days in Hong Kong, today the last of them. */
export function lastDays(now: number, count = DAYS): string[] {
  return Array.from({ length: count }, (_, index) => dayOf(now - (count - 1 - index) * DAY_MS));
}

/** Scans that gave points, on each of the last days; those without any as well. */
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
