import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type Factor = Schemas["AdminCarbonFactor"];
export type FactorInput = Schemas["CarbonFactorInput"];
export type VersionInput = Schemas["CarbonVersionInput"];
export type Unit = Schemas["CarbonUnit"];
export type ReportRow = Schemas["CarbonReportRow"];

const CARBON = "carbon";
/** Months of the chart, the present one included. */
export const MONTHS = 12;

export const UNITS: readonly Unit[] = ["dollar", "purchase", "kilogram", "trip"];
/** Whether a cashier enters the quantity. */
export const isEntered = (unit: Unit) => unit === "kilogram" || unit === "trip";

export const factorsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, CARBON, "factors"],
    queryFn: ({ signal }) => call("get", "/api/admin/carbon/factors", { signal }),
  });

export const reportQuery = () =>
  queryOptions({
    queryKey: [ADMIN, CARBON, "report"],
    queryFn: ({ signal }) => call("get", "/api/admin/carbon/report", { query: { months: MONTHS }, signal }),
  });

export const carbonChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, CARBON] });

export const addFactor = (body: FactorInput) => call("post", "/api/admin/carbon/factors", { body });

/** Adds a version, unless somebody else has added one since `newest`. */
export const addVersion = (id: string, newest: number, body: VersionInput) =>
  call("post", "/api/admin/carbon/factors/{id}/versions", {
    path: { id },
    headers: { "If-Match": `"${newest}"` },
    body,
  });

export const endFactor = (id: string) => call("delete", "/api/admin/carbon/factors/{id}", { path: { id } });

/** Sums of grams, in the order of the months and by partner with the most first. */
export interface Sums {
  months: { month: string; grams: number }[];
  partners: { id: string; name: ReportRow["partnerName"]; grams: number }[];
  total: number;
}

/** The `count` months up to and including `last`, such as 2026-03. */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, back) => {
    const number = year * 12 + month - 1 - (count - 1 - back);
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  });
}

export function sumsOf(rows: readonly ReportRow[], months: readonly string[]): Sums {
  const byMonth = new Map(months.map((month) => [month, 0]));
  const byPartner = new Map<string, { id: string; name: ReportRow["partnerName"]; grams: number }>();
  let total = 0;
  for (const { month, partnerId, partnerName, grams } of rows) {
    const amount = Number(grams);
    total += amount;
    byMonth.set(month, (byMonth.get(month) ?? 0) + amount);
    const known = byPartner.get(partnerId);
    byPartner.set(partnerId, { id: partnerId, name: partnerName, grams: (known?.grams ?? 0) + amount });
  }
  return {
    months: months.map((month) => ({ month, grams: byMonth.get(month) ?? 0 })),
    partners: [...byPartner.values()].sort((a, b) => b.grams - a.grams),
    total,
  };
}

/** Purchases that used a factor in the months of the report. */
export const usesOf = (rows: readonly ReportRow[], id: string) =>
  rows.reduce((sum, row) => (row.factorId === id ? sum + row.uses : sum), 0);
