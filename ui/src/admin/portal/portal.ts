import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import { isUnauthorized } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";
import { endStaffSession } from "../../api/staffSession";
import { ADMIN } from "../session";

export type Partner = Answer<paths["/api/merchant/partner"]["get"]>;
export type Sales = Answer<paths["/api/merchant/sales"]["get"]>;
export type SalesRow = Sales["outlets"][number];
export type SalesPeriod = Sales["period"];
export type Event = Answer<paths["/api/merchant/activity"]["get"]>[number];

export const PORTAL = [ADMIN, "portal"] as const;
const FRESH_MS = 30_000;

/** Handles an ended staff session for calls of the counter API that are made as staff. */
export const ofStaff = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (isUnauthorized(error)) endStaffSession();
    throw error;
  });

export const partnerQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "partner"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/partner", { signal })),
    staleTime: 300_000,
  });

/** The filters of a sales call. Empty values are not sent. */
export interface SalesAsked {
  period: SalesPeriod;
  day?: string;
  outlet?: string;
}

/** The query of a sales call without its empty values. */
export const salesAsked = ({ period, day, outlet }: SalesAsked) => ({
  period,
  ...(day && { day }),
  ...(outlet && { outlet }),
});

export const salesQuery = (asked: SalesAsked) =>
  queryOptions({
    queryKey: [...PORTAL, "sales", asked.period, asked.day ?? "", asked.outlet ?? ""],
    queryFn: ({ signal }) =>
      ofStaff(call("get", "/api/merchant/sales", { query: salesAsked(asked), signal })),
    refetchInterval: FRESH_MS,
  });

export const ownOutletsQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "outlets"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/outlets", { signal })),
    staleTime: 60_000,
  });

/** Call after a change that the portal made. */
export const portalChanged = () => queryClient.invalidateQueries({ queryKey: PORTAL });
