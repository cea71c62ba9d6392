import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type PartnerShare = components["schemas"]["PartnerReport"];
export type OutletShare = components["schemas"]["OutletReport"];

/** The days of a report, both included. */
export interface Span {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const HONG_KONG_MS = 8 * 3_600_000;

/** Today in Hong Kong, wherever the desk stands. */
export const today = (now = Date.now()) => new Date(now + HONG_KONG_MS).toISOString().slice(0, 10);

/** So many days before a day, or after it. */
export function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The last so many days up to one, that one included. */
export const spanUntil = (to: string, days: number): Span => ({ from: plusDays(to, 1 - days), to });

export const spanQuery = (span: Span, partner = "") =>
  queryOptions({
    queryKey: [DESK, "reports", "summary", span, partner],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/reports/summary", {
        query: { ...span, ...(partner ? { partner } : {}) },
        signal,
      }),
  });

export const partnerSharesQuery = (span: Span) =>
  queryOptions({
    queryKey: [DESK, "reports", "partners", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/partners", { query: { ...span }, signal }),
  });

export const outletSharesQuery = (span: Span) =>
  queryOptions({
    queryKey: [DESK, "reports", "outlets", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/outlets", { query: { ...span }, signal }),
  });

export const liabilityQuery = (at: string, pointValue: string) =>
  queryOptions({
    queryKey: [DESK, "reports", "liability", at, pointValue],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/reports/liability", {
        query: { at, ...(pointValue ? { pointValue } : {}) },
        signal,
      }),
  });

const RATE = /^(\d{1,6})(?:\.(\d{1,4}))?$/;

/** HK$ a point in ten-thousandths; undefined for what is no such value. */
export function readRate(text: string): number | undefined {
  const [, whole, places = ""] = RATE.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 10_000 + Number(places.padEnd(4, "0"));
}

/** HK$67,360.00 from `67360.00`, without ever being a float. */
export function formatHkd(amount: string): string {
  const [whole = "0", cents = "00"] = amount.split(".");
  return `HK$${BigInt(whole).toLocaleString("en-HK")}.${cents.padEnd(2, "0")}`;
}
