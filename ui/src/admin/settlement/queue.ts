import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { nextCursor } from "../../api/page";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type Redemption = components["schemas"]["AdminRedemption"];

/** The most that the server hands out at once. */
const LIMIT = 500;
/** A queue longer than this is shown in part; settling makes room for the rest. */
const PAGES = 4;

interface Queue {
  /** Whoever has waited longest comes first. */
  rows: Redemption[];
  count: number;
  points: number;
}

/** Every exchange that waits for somebody at the desk. */
export const waitingQuery = () =>
  queryOptions({
    queryKey: [DESK, "redemptions", "processing"],
    queryFn: async ({ signal }): Promise<Queue> => {
      const rows: Redemption[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES; page++) {
        const query = { status: "processing" as const, limit: LIMIT, ...(cursor ? { cursor } : {}) };
        let next: string | undefined;
        const answered = (headers: Headers) => {
          next = nextCursor(headers);
        };
        rows.push(...(await call("get", "/api/admin/redemptions", { query, signal, answered })));
        cursor = next;
        if (!cursor) break;
      }
      rows.reverse();
      return { rows, count: rows.length, points: rows.reduce((sum, { points }) => sum + points, 0) };
    },
    refetchInterval: 60_000,
  });

/** Spends what an exchange holds. */
export const confirmExchange = (id: string, note: string) =>
  call("post", "/api/admin/redemptions/{id}/confirm", { path: { id }, body: note ? { note } : {} });

/** Gives everything back. */
export const rejectExchange = (id: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/reject", { path: { id }, body: { reason } });

/** After a settlement: the lists, the sums and the member's record have changed. */
export function settled() {
  for (const kind of ["redemptions", "summary", "members", "transactions", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [DESK, kind] });
}

/** 0x55E9…c7B1: enough to tell two apart. */
export function shortWallet(address: string): string {
  return address.length > 14 ? `${address.slice(0, 6)}…${address.slice(-4)}` : address;
}

/** EX-9F3C2A1B: the end of an id, as people read it to each other. */
export function exchangeNumber(id: string): string {
  return `EX-${id.slice(-8).toUpperCase()}`;
}
