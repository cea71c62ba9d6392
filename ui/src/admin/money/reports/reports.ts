import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type PartnerShare = components["schemas"]["PartnerReport"];
export type Views = components["schemas"]["PageViews"];
export type Issued = components["schemas"]["IssuedReport"];
export type IssuedPart = components["schemas"]["IssuedPart"];
export type OutletShare = components["schemas"]["OutletReport"];

/** The period of a report, both days included. */
export interface Span {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const HONG_KONG_MS = 8 * 3_600_000;

/** Today in Hong Kong, whatever the computer's time zone. */
export const today = (now = Date.now()) => new Date(now + HONG_KONG_MS).toISOString().slice(0, 10);

/** Adds days to a date; negative goes back. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The given number of days up to and including `to`. */
export const spanUntil = (to: string, days: number): Span => ({ from: plusDays(to, 1 - days), to });

export const spanQuery = (span: Span, partner = "") =>
  queryOptions({
    queryKey: [ADMIN, "reports", "summary", span, partner],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/reports/summary", {
        query: { ...span, ...(partner ? { partner } : {}) },
        signal,
      }),
  });

export const partnerSharesQuery = (span: Span) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "partners", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/partners", { query: { ...span }, signal }),
  });

/** The sources of the points of the last four weeks. */
export const issuedQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "reports", "issued"],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/issued", { signal }),
  });

export const outletSharesQuery = (span: Span) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "outlets", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/outlets", { query: { ...span }, signal }),
  });

export const liabilityQuery = (at: string) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "liability", at],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/liability", { query: { at }, signal }),
  });

export const pageViewsQuery = (span: Span) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "pageviews", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/pageviews", { query: { ...span }, signal }),
  });

/** Views per screen, most viewed first. */
export function viewsByPage(rows: readonly Views[]): { path: string; views: number }[] {
  const sums = new Map<string, number>();
  for (const { path, views } of rows) sums.set(path, (sums.get(path) ?? 0) + views);
  return [...sums].map(([path, views]) => ({ path, views })).sort((a, b) => b.views - a.views);
}

/** Views per day of a period, for one screen or all; includes days without views. */
export function viewsByDay(rows: readonly Views[], { from, to }: Span, page: string) {
  const sums = new Map<string, number>();
  for (const { day, path, views } of rows)
    if (page === "" || path === page) sums.set(day, (sums.get(day) ?? 0) + views);
  const days: { day: string; views: number }[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) days.push({ day, views: sums.get(day) ?? 0 });
  return days;
}

/** HK$67,360.00 from `67360.00`, or −HK$0.40 from `-0.40`, without using a float. */
export function formatHkd(amount: string): string {
  const [whole = "0", cents = "00"] = amount.replace("-", "").split(".");
  const sign = amount.startsWith("-") ? "−" : "";
  return `${sign}HK$${BigInt(whole).toLocaleString("en-HK")}.${cents.padEnd(2, "0")}`;
}
