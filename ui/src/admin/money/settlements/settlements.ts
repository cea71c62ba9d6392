import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { usePages } from "../../kit/pages";
import { ADMIN } from "../../session";

export type Redemption = components["schemas"]["AdminRedemption"];

/** How many exchanges wait, what they come to, and since when: all of them, however long the list is. */
export const queueQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "redemptions", "waiting"],
    queryFn: ({ signal }) => call("get", "/api/admin/redemptions/waiting", { signal }),
    refetchInterval: 60_000,
  });

/** Those who have waited longest come first. */
export const OLDEST = { status: "processing", sort: "oldest" } as const;

/** The first of them. */
export const firstQuery = (limit: number) =>
  queryOptions({
    queryKey: [ADMIN, "redemptions", "first", limit],
    queryFn: ({ signal }) => call("get", "/api/admin/redemptions", { query: { ...OLDEST, limit }, signal }),
    refetchInterval: 60_000,
  });

/** Pages of the queue. */
export const useQueue = () =>
  usePages<Redemption>(
    ["redemptions", "queue"],
    (query, told) => call("get", "/api/admin/redemptions", { query: { ...query, ...OLDEST }, ...told }),
    60_000,
  );

/** Spends what an exchange holds. */
export const confirmExchange = (id: string, note: string) =>
  call("post", "/api/admin/redemptions/{id}/confirm", { path: { id }, body: note ? { note } : {} });

/** Gives everything back. */
export const rejectExchange = (id: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/reject", { path: { id }, body: { reason } });

/** After a settlement: the lists, the sums and the member's record have changed. */
export function settled() {
  for (const kind of ["redemptions", "summary", "members", "transactions", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}

/** 0x55E9…c7B1: enough to tell two apart. */
export function shortWallet(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** EX-9F3C2A1B: the end of an id, as people read it to each other. */
export function exchangeNumber(id: string): string {
  return `EX-${id.slice(-8).toUpperCase()}`;
}
