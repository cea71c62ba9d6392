import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { intent } from "../../api/offline/intent";
import { once } from "../../api/offline/once";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { ADMIN } from "../session";

export type AdminMember = components["schemas"]["AdminMember"];
export type MemberPage = components["schemas"]["AdminMemberPage"];
export type Redemption = components["schemas"]["AdminRedemption"];
export type Message = components["schemas"]["AdminMessage"];
export type AuditEntry = components["schemas"]["AuditLine"];

/** The data of a member's page. The server audits each fetch. */
export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "members", "page", id],
    queryFn: ({ signal }) => call("get", "/api/admin/members/{id}/page", { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Call after a change: refreshes the member, their history and the totals. */
export function memberChanged() {
  for (const kind of ["members", "summary", "transactions", "redemptions", "messages", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}

/** Adds or removes points; a retry with the same member, amount and reason does not repeat it. */
export function adjust(id: string, points: number, reason: string) {
  return once(intent("adjust", { id, points, reason }), (key) =>
    call("post", "/api/admin/members/{id}/adjust", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { points, reason },
    }),
  );
}

/** Reverses a transaction with an opposite one, once. */
export function reverse(id: string, reason: string) {
  return once(intent("reverse", { id, reason }), (key) =>
    call("post", "/api/admin/transactions/{id}/reverse", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

export const suspend = (id: string, reason: string) =>
  call("post", "/api/admin/members/{id}/suspend", { path: { id }, body: { reason } });

export const reinstate = (id: string, reason: string) =>
  call("post", "/api/admin/members/{id}/reinstate", { path: { id }, body: { reason } });

export const endSession = (id: string, session: string) =>
  call("post", "/api/admin/members/{id}/end-session", { path: { id }, body: { session } });

export const endSessions = (id: string) =>
  call("post", "/api/admin/members/{id}/end-sessions", { path: { id } });

export const addNote = (id: string, text: string) =>
  call("post", "/api/admin/members/{id}/notes", { path: { id }, body: { text } });

export const removeNote = (id: string) => call("delete", "/api/admin/notes/{id}", { path: { id } });

export const sendReset = (id: string) => call("post", "/api/admin/members/{id}/send-reset", { path: { id } });

export const erase = (id: string, reason: string) =>
  call("post", "/api/admin/members/{id}/erase", { path: { id }, body: { reason } });

/** Adds a member who has only a card; a retry with the same name does not add another. */
export function addMember(body: components["schemas"]["NewMemberRequest"]): Promise<AdminMember> {
  return once(intent("new-member", body), (key) =>
    call("post", "/api/admin/members", { headers: { "Idempotency-Key": key }, body }),
  );
}

/** Replaces a member's card; a retry with the same reason does not replace it again. */
export function renewCard(id: string, reason: string): Promise<AdminMember> {
  return once(intent("new-card", { id, reason }), (key) =>
    call("post", "/api/admin/members/{id}/new-card", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

/** Sets the PIN that the card holder typed. */
export const setCardPin = (id: string, pin: string) =>
  call("put", "/api/admin/members/{id}/card-pin", { path: { id }, body: { pin } });

export const rename = (id: string, body: components["schemas"]["RenameRequest"]) =>
  call("post", "/api/admin/members/{id}/rename", { path: { id }, body });

/** Merges one account into another, once. */
export function merge(from: string, into: string, reason: string) {
  return once(intent("merge", { from, into, reason }), (key) =>
    call("post", "/api/admin/members/{id}/merge", {
      path: { id: from },
      headers: { "Idempotency-Key": key },
      body: { into, reason },
    }),
  );
}

/** Returns an opened coupon that nobody collected. */
export const reopen = (id: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/reopen", { path: { id }, body: { reason } });

/** Gives a coupon that nobody has used more time. `until` is its new last day. */
export const extend = (id: string, until: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/extend", { path: { id }, body: { until, reason } });

/** Retries a message whose delivery was given up. */
export const retryMessage = (id: string) => call("post", "/api/admin/messages/{id}/retry", { path: { id } });

/** The URL of a member's document. */
export const paperOf = (id: string, paper: string) => `/api/admin/members/${encodeURIComponent(id)}/${paper}`;

/** Returns whether the typed id is this member's, whatever its spaces and hyphens. */
export const isIdOf = (typed: string, { shortId }: AdminMember) =>
  typed.replace(/[\s-]/g, "").toUpperCase() === shortId;
