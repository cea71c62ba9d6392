import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { intent } from "../../api/intent";
import { once } from "../../api/once";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type AdminMember = components["schemas"]["AdminMember"];
export type Entry = components["schemas"]["AdminEntry"];

export const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, "members", "one", id],
    queryFn: ({ signal }) => call("get", "/api/admin/members/{id}", { path: { id }, signal }),
  });

/** After a change: the member, their history, and the sums. */
export function memberChanged() {
  for (const kind of ["members", "summary", "transactions", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [DESK, kind] });
}

/** Gives or takes points, once for the same member, amount and reason however often it is sent. */
export function adjust(id: string, points: number, reason: string) {
  return once(intent("adjust", { id, points, reason }), (key) =>
    call("post", "/api/admin/members/{id}/adjust", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { points, reason },
    }),
  );
}

/** Undoes a transaction by its opposite, once. */
export function reverse(id: string, reason: string) {
  return once(intent("reverse", { id, reason }), (key) =>
    call("post", "/api/admin/transactions/{id}/reverse", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

export const suspend = (id: string) => call("post", "/api/admin/members/{id}/suspend", { path: { id } });
export const reinstate = (id: string) => call("post", "/api/admin/members/{id}/reinstate", { path: { id } });
