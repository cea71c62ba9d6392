import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { isUnauthorized } from "../../../api/problem";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { endStaffSession } from "../../../api/staffSession";
import { formatPoints } from "../../../i18n/format";
import { plusDays, today } from "../../money/reports/reports";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type Factor = Schemas["AdminCarbonFactor"];
export type FactorInput = Schemas["CarbonFactorInput"];
export type VersionInput = Schemas["CarbonVersionInput"];
export type Version = Schemas["AdminCarbonVersion"];
export type Unit = Schemas["CarbonUnit"];
export type ReportRow = Schemas["CarbonReportRow"];

const CARBON = "carbon";
/** Months of a report by default, the present one included. */
const MONTHS = 12;
const DAY_MS = 86_400_000;

export const UNITS: readonly Unit[] = ["dollar", "purchase", "kilogram", "trip", "action"];
/** Returns whether a cashier enters the quantity of a unit. */
export const isEntered = (unit: Unit | "") => unit === "kilogram" || unit === "trip" || unit === "action";

/** The version that counts today, or else the newest one. */
export const versionInForce = ({ inForce, versions }: Factor) =>
  versions.find(({ version }) => version === inForce) ?? versions[0];

export const factorsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, CARBON, "factors"],
    queryFn: ({ signal }) => call("get", "/api/admin/carbon/factors", { signal }),
  });

/** The days of a report, both included, and the parts into which it is divided. */
export interface Period {
  from: string;
  to: string;
  by: "month" | "day";
  /** Limits the programme's report to one partner. */
  partner?: string;
}

/** The most days of a report by day. */
const MOST_DAYS = 366;

/** Returns whether the server makes a report of these days. */
export const isSound = ({ from, to, by }: Period) =>
  from <= to && (by === "month" || plusDays(from, MOST_DAYS - 1) >= to);

/** The last twelve months, the present one included. */
export const usualMonths = (now = today()) => ({
  from: `${monthsUntil(now.slice(0, 7), MONTHS)[0]}-01`,
  to: now,
});

export const reportQuery = (period: Period) =>
  queryOptions({
    queryKey: [ADMIN, CARBON, "report", period],
    queryFn: ({ signal }) => call("get", "/api/admin/carbon/report", { query: { ...period }, signal }),
  });

/** The report of the partner whose staff asks. */
export const ownReportQuery = (period: Period) =>
  queryOptions({
    queryKey: [ADMIN, CARBON, "own", period],
    queryFn: ({ signal }) =>
      call("get", "/api/merchant/carbon-report", { query: { ...period }, signal }).catch((error: unknown) => {
        if (isUnauthorized(error)) endStaffSession();
        throw error;
      }),
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

interface PartnerSum {
  id: string;
  name: ReportRow["partnerName"];
  grams: number;
}

/** The uses of one version of a factor, and the grams of CO2e that they saved. */
export interface VersionSum
  extends Pick<ReportRow, "factorName" | "version" | "unit" | "source" | "sourceYear"> {
  key: string;
  uses: number;
  grams: number;
}

/** Sums of grams, in the order of the parts; by partner and by version of a factor with the most first. */
export interface Sums {
  parts: { part: string; grams: number }[];
  partners: PartnerSum[];
  versions: VersionSum[];
  total: number;
  uses: number;
}

/** The `count` months up to and including `last`, such as 2026-03. */
export function monthsUntil(last: string, count: number): string[] {
  const [year = 0, month = 1] = last.split("-").map(Number);
  return Array.from({ length: count }, (_, back) => {
    const number = year * 12 + month - 1 - (count - 1 - back);
    return `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
  });
}

/** The months or days of a report. */
export function partsOf({ from, to, by }: Period): string[] {
  if (by === "day") {
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
    return Array.from({ length: days }, (_, step) => plusDays(from, step));
  }
  const number = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthsUntil(to.slice(0, 7), number(to) - number(from) + 1);
}

const byGrams = (a: { grams: number }, b: { grams: number }) => b.grams - a.grams;

export function sumsOf(rows: readonly ReportRow[], parts: readonly string[]): Sums {
  const byPart = new Map(parts.map((part) => [part, 0]));
  const byPartner = new Map<string, PartnerSum>();
  const byVersion = new Map<string, VersionSum>();
  for (const { month, day, partnerId, partnerName, factorId, grams, uses, ...row } of rows) {
    const amount = Number(grams);
    const part = day ?? month;
    byPart.set(part, (byPart.get(part) ?? 0) + amount);
    const known = byPartner.get(partnerId);
    byPartner.set(partnerId, { id: partnerId, name: partnerName, grams: (known?.grams ?? 0) + amount });
    const key = `${factorId} ${row.version}`;
    const before = byVersion.get(key);
    byVersion.set(key, {
      key,
      factorName: row.factorName,
      version: row.version,
      unit: row.unit,
      source: row.source,
      ...(row.sourceYear === undefined ? {} : { sourceYear: row.sourceYear }),
      uses: (before?.uses ?? 0) + uses,
      grams: (before?.grams ?? 0) + amount,
    });
  }
  return {
    parts: parts.map((part) => ({ part, grams: byPart.get(part) ?? 0 })),
    partners: [...byPartner.values()].sort(byGrams),
    versions: [...byVersion.values()].sort(byGrams),
    total: rows.reduce((sum, { grams }) => sum + Number(grams), 0),
    uses: rows.reduce((sum, { uses }) => sum + uses, 0),
  };
}

/** Grams as kilograms: two decimals below ten kilograms, one above. */
export function kilograms(grams: number) {
  if (grams < 10_000) return (grams / 1000).toFixed(2);
  const tenths = Math.round(grams / 100);
  return `${formatPoints(Math.floor(tenths / 10))}.${tenths % 10}`;
}

const EXACT = new Intl.NumberFormat("en-HK", { maximumFractionDigits: 3 });

/** Grams to the milligram: 1,140.5. */
export const formatGrams = (grams: number) => EXACT.format(grams);

/** Returns whether a version can count: it has to name its source and the year of the source. */
export const isSourced = ({ source, sourceYear }: Pick<Version, "source" | "sourceYear">) =>
  source !== "" && sourceYear !== undefined;

/** The source with its year, as the report and the list show it. */
export const sourceOf = ({ source, sourceYear }: { source: string; sourceYear?: number | undefined }) =>
  sourceYear === undefined ? source : `${source}, ${sourceYear}`;

/** Purchases that used a factor in the months of the report. */
export const usesOf = (rows: readonly ReportRow[], id: string) =>
  rows.reduce((sum, row) => (row.factorId === id ? sum + row.uses : sum), 0);
