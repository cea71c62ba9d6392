import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { campaigns, contentChanged, oneOf } from "../../kit/editor/kinds";
import { memberChanged } from "../../members/members";
import { ADMIN } from "../../session";

export type Scan = components["schemas"]["AdminScan"];

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

/** Key of the list of single scans. */
export const scanListKey = (id: string) => ["campaigns", "scanList", id] as const;

/** Takes a scan back, once. */
export function takeBack(id: string, reason: string) {
  return once(intent("take-scan-back", { id, reason }), (key) =>
    call("post", "/api/admin/campaign-scans/{id}/take-back", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

/** Call after a scan was taken back: refreshes the campaign, its scans, and the member. */
export function scansChanged(campaign: string) {
  memberChanged();
  contentChanged(campaigns);
  void queryClient.invalidateQueries({ queryKey: oneOf(campaigns, campaign).queryKey });
  void queryClient.invalidateQueries({ queryKey: scansQuery(campaign).queryKey });
  void queryClient.invalidateQueries({ queryKey: [ADMIN, ...scanListKey(campaign)] });
}
