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

/** Everything that the page of a member begins with. Each fetch is a look that the audit log keeps. */
export const pageQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "members", "page", id],
    queryFn: ({ signal }) => call("get", "/api/admin/members/{id}/page", { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** After a change: the member, their history, and the sums. */
export function memberChanged() {
  for (const kind of ["members", "summary", "transactions", "redemptions", "messages", "reports", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
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

/** Adds somebody who has a card alone, once for the same name however often it is sent. */
export function addMember(body: components["schemas"]["NewMemberRequest"]): Promise<AdminMember> {
  return once(intent("new-member", body), (key) =>
    call("post", "/api/admin/members", { headers: { "Idempotency-Key": key }, body }),
  );
}

/** Gives a member another card, once for the same reason however often it is sent. */
export function renewCard(id: string, reason: string): Promise<AdminMember> {
  return once(intent("new-card", { id, reason }), (key) =>
    call("post", "/api/admin/members/{id}/new-card", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

/** Sets the PIN that the holder of a card typed. */
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

/** Gives an opened coupon back that nobody collected. */
export const reopen = (id: string, reason: string) =>
  call("post", "/api/admin/redemptions/{id}/reopen", { path: { id }, body: { reason } });

/** Tries a message again that was given up. */
export const retryMessage = (id: string) => call("post", "/api/admin/messages/{id}/retry", { path: { id } });

/** Where a paper of a member is. */
export const paperOf = (id: string, paper: string) => `/api/admin/members/${encodeURIComponent(id)}/${paper}`;

/** Whether somebody typed the id of this very member, however they group it. */
export const isIdOf = (typed: string, { shortId }: AdminMember) =>
  typed.replace(/[\s-]/g, "").toUpperCase() === shortId;
