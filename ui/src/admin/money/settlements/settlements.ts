import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { usePages } from "../../kit/pages";
import type { Orders } from "../../kit/sorting";
import { ADMIN } from "../../session";

export type Redemption = components["schemas"]["AdminRedemption"];

/** Count, total and oldest date of all waiting exchanges. */
export const queueQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "redemptions", "waiting"],
    queryFn: ({ signal }) => call("get", "/api/admin/redemptions/waiting", { signal }),
    refetchInterval: 60_000,
  });

export type RequestOrder = "newest" | "oldest";

/** Orders of the waiting exchanges: the one that waits longest comes first. */
export const WAITING_ORDERS: Orders<RequestOrder> = [
  { value: "oldest", column: "age", way: "descending" },
  { value: "newest", column: "age", way: "ascending" },
];

/** Orders of the settled exchanges, by their request as the server has them. */
export const SETTLED_ORDERS: Orders<RequestOrder> = [
  { value: "newest", column: "requested", way: "descending" },
  { value: "oldest", column: "requested", way: "ascending" },
];

export interface SettlementFilter {
  partner?: string;
  item?: string;
  /** Requested from this day to that one. */
  from?: string;
  to?: string;
}

/** The waiting exchanges. */
export const useQueue = (asked: SettlementFilter & { sort: RequestOrder }) =>
  usePages<Redemption>(
    ["redemptions", "queue", asked],
    (query, told) =>
      call("get", "/api/admin/redemptions", { query: { ...query, ...asked, status: "processing" }, ...told }),
    60_000,
  );

/** Confirms an exchange: spends the points that it holds. */
export const confirmExchange = (id: string, note: string) =>
  call("post", "/api/admin/redemptions/{id}/confirm", { path: { id }, body: note ? { note } : {} });

/** Rejects an exchange: returns all its points. */
export const rejectExchange = (id: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/reject", { path: { id }, body: { reason } });

/** Call after a settlement: refreshes the lists, the totals and the member. */
export function settled() {
  for (const kind of ["redemptions", "summary", "members", "transactions", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}

/** 0x55E9…c7B1: enough to tell addresses apart. */
export function shortWallet(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** EX-9F3C2A1B: the end of an id, short enough to read aloud. */
export function exchangeNumber(id: string): string {
  return `EX-${id.slice(-8).toUpperCase()}`;
}
