import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type MonthJournal = components["schemas"]["MonthJournal"];
export type MonthEntry = components["schemas"]["MonthEntry"];
export type BreakageAssumption = components["schemas"]["BreakageAssumption"];
export type BreakageInput = components["schemas"]["BreakageInput"];

const JOURNAL = "journal";

export const journalQuery = (month: string) =>
  queryOptions({
    queryKey: [ADMIN, JOURNAL, "month", month],
    queryFn: ({ signal }) => call("get", "/api/admin/journal", { query: { month }, signal }),
  });

export const breakageQuery = () =>
  queryOptions({
    queryKey: [ADMIN, JOURNAL, "breakage"],
    queryFn: ({ signal }) => call("get", "/api/admin/journal/breakage", { signal }),
  });

/** Adds an assumption, unless somebody else has added one since `version`. */
export async function assumeBreakage(version: number, body: BreakageInput) {
  await call("post", "/api/admin/journal/breakage", { headers: { "If-Match": `"${version}"` }, body });
  await queryClient.invalidateQueries({ queryKey: [ADMIN, JOURNAL] });
}
