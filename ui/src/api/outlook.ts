import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import type { components } from "./schema";

export type PointsOutlook = components["schemas"]["PointsOutlook"];
export type EndingPoints = components["schemas"]["EndingPoints"];
export type WaitingPoints = components["schemas"]["WaitingPoints"];
export type ReturnablePoints = components["schemas"]["ReturnablePoints"];

/** The member's points that wait or expire, and the expired points that can be brought back. */
export const outlookQuery = () =>
  queryOptions({
    queryKey: ["outlook"],
    queryFn: ({ signal }) => call("get", "/api/transaction/expiring", { signal }),
    staleTime: 60_000,
  });

/** Noon of a day such as 2026-12-31 in Hong Kong, to write it as a date. */
export const noonOf = (day: string) => `${day}T12:00:00+08:00`;
