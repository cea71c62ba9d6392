import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import type { ReportDay } from "../../kit/charts/buckets";
import type { Span } from "../../money/reports/reports";
import { ADMIN } from "../../session";

export type ItemShare = components["schemas"]["ItemReport"];

export const activityQuery = (span: Span) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "activity", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/activity", { query: { ...span }, signal }),
  });

export const itemSharesQuery = (span: Span) =>
  queryOptions({
    queryKey: [ADMIN, "reports", "items", span],
    queryFn: ({ signal }) => call("get", "/api/admin/reports/items", { query: { ...span }, signal }),
  });

/** The range of a dashboard in sums, beside the equal range before. */
export interface Figures {
  days: readonly ReportDay[];
  earlier: readonly ReportDay[];
  issued: number;
  issuedBefore: number;
  redeemed: number;
  redeemedBefore: number;
  /** Points that are owed at the end. */
  owed: number;
  /** In cents of HK$; undefined where no value of a point is set. */
  owedCents: number | undefined;
  owedCentsBefore: number | undefined;
  /** The days since the first points, if the range holds them: there are then no earlier points to compare with. */
  firstDays: number | undefined;
}

const cents = (hkd: string | undefined) => (hkd === undefined ? undefined : Math.round(Number(hkd) * 100));

const owedOn = (day: ReportDay | undefined) => (day?.outstanding ?? 0) + (day?.pending ?? 0);

/** Splits days into the range, which begins on `from`, and the days before it, and sums them up. */
export function figuresOf(all: readonly ReportDay[], from: string): Figures {
  const days = all.filter(({ day }) => day >= from);
  const earlier = all.filter(({ day }) => day < from);
  const sum = (of: readonly ReportDay[], key: "issued" | "redeemed") =>
    of.reduce((points, day) => points + day[key], 0);
  const last = days.at(-1);
  const owed = owedOn(last);
  // Without a value of a point, points are worth nothing.
  const hasValue = owed === 0 || cents(last?.liability) !== 0;
  const isNew = earlier.every((day) => day.transactions === 0 && owedOn(day) === 0);
  const first = days.findIndex(({ transactions }) => transactions > 0);
  return {
    days,
    earlier,
    issued: sum(days, "issued"),
    issuedBefore: sum(earlier, "issued"),
    redeemed: sum(days, "redeemed"),
    redeemedBefore: sum(earlier, "redeemed"),
    owed,
    owedCents: hasValue ? cents(last?.liability) : undefined,
    owedCentsBefore: hasValue ? cents(earlier.at(-1)?.liability) : undefined,
    firstDays: isNew ? (first === -1 ? 0 : days.length - first) : undefined,
  };
}

/** The change in whole per cent; undefined where there was nothing before. */
export const percent = (now: number, before: number) =>
  before > 0 ? Math.round(((now - before) / before) * 100) : undefined;
