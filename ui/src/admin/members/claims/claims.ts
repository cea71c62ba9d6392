import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type AdminClaim = components["schemas"]["AdminClaim"];
export type ClaimPage = components["schemas"]["AdminClaimPage"];
export type Finding = components["schemas"]["ClaimFinding"];
export type Reason = components["schemas"]["ClaimReason"];
export type QuestionKind = components["schemas"]["ClaimQuestionKind"];
export type ClaimFile = components["schemas"]["FileClaimRequest"];
export type Approval = components["schemas"]["ApproveClaimRequest"];
export type ClaimPreview = components["schemas"]["AdminClaimPreview"];

export type ClaimStaff = components["schemas"]["ClaimStaff"];
export type BulkOutcome = components["schemas"]["BulkFate"];

/** The tabs of the list. `mine` has those that wait for the signed-in person. */
export const TABS = ["waiting", "mine", "asked", "approved", "refused", "withdrawn"] as const;
export const REASONS = [
  "not_found",
  "already_given",
  "other_details",
  "unreadable",
  "not_eligible",
  "other",
] as const satisfies readonly Reason[];

/** The kinds of questions that staff may ask the member. */
export const QUESTIONS = ["photo", "receipt_number", "other"] as const satisfies readonly QuestionKind[];

/** Plum findings speak against the claim, as on the server; pollen ones ask for a closer look. */
export const TONES = {
  no_award: "plain",
  award_that_day: "plum",
  already_given: "plum",
  receipt_used: "plum",
  receipt_claimed: "plum",
  photo_shared: "plum",
  many_claims: "pollen",
  long_ago: "plum",
  no_photo: "plain",
} as const satisfies Record<Finding, string>;

/** A claim with the bills of its day. The server audits each fetch. */
export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "claims", "one", id],
    queryFn: ({ signal }) => call("get", "/api/admin/claims/{id}", { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The staff who may look after claims. */
export const staffQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "claims", "staff"],
    queryFn: ({ signal }) => call("get", "/api/admin/claims/staff", { signal }),
    staleTime: 60_000,
  });

/** The place of a claim in the queue. */
export const placeQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "claims", "place", id],
    queryFn: ({ signal }) => call("get", "/api/admin/claims/{id}/place", { path: { id }, signal }),
  });

export const photoPath = (id: string) => `/api/admin/claims/${encodeURIComponent(id)}/photo`;

export const thumbnailPath = (id: string) => `/api/admin/claims/${encodeURIComponent(id)}/thumbnail`;

/** Asks the member of a claim the one question, once. */
export function askMember(id: string, kind: QuestionKind, words: string) {
  return once(intent("ask about claim", { id, kind, words }), (key) =>
    call("post", "/api/admin/claims/{id}/ask", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { kind, words },
    }),
  );
}

/** Makes a claim in a member's name, once. */
export function fileClaim(body: ClaimFile) {
  return once(intent("file claim", body), (key) =>
    call("post", "/api/admin/claims", { headers: { "Idempotency-Key": key }, body }),
  );
}

export const sendClaimPhoto = (id: string, photo: Blob) =>
  call("put", "/api/admin/claims/{id}/photo", { path: { id }, body: photo });

/** The points that a claim gives by the figures of the receipt. `purchase` is the request as JSON text. */
export const claimPreviewQuery = (id: string, purchase: string) =>
  queryOptions({
    queryKey: [ADMIN, "claimPreview", id, purchase],
    queryFn: ({ signal }) =>
      call("post", "/api/admin/claims/{id}/preview", { path: { id }, body: JSON.parse(purchase), signal }),
    retry: false,
  });

/** Gives the points of a claim, once. */
export function approveClaim(id: string, body: Approval) {
  return once(intent("approve claim", { id, body }), (key) =>
    call("post", "/api/admin/claims/{id}/approve", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body,
    }),
  );
}

export function refuseClaim(id: string, reason: Reason, reply: string) {
  return once(intent("refuse claim", { id, reason, reply }), (key) =>
    call("post", "/api/admin/claims/{id}/refuse", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason, reply },
    }),
  );
}

/** Gives claims to a member of staff, or to nobody. */
export async function assignClaims(ids: readonly string[], staff: string | null) {
  const body = { ids: [...ids], ...(staff ? { staff } : {}) };
  const outcomes = await call("post", "/api/admin/claims/assign", { body });
  void queryClient.invalidateQueries({ queryKey: [ADMIN, "claims"] });
  return outcomes;
}

/** Approves claims as they were made, once; the answer says which were left out. */
export function approveClaims(ids: readonly string[]) {
  return once(intent("approve claims", { ids }), (key) =>
    call("post", "/api/admin/claims/approve", {
      headers: { "Idempotency-Key": key },
      body: { ids: [...ids] },
    }),
  );
}

/** Call after a decision: refreshes the queue, the member and the totals. */
export function claimDecided() {
  for (const kind of ["claims", "members", "summary", "transactions", "reports", "audit", "approvals"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}

/** Returns whether staff may still decide about a claim: it waits for staff, or for the member's answer. */
export const isUndecided = ({ status }: AdminClaim) => status === "waiting" || status === "asked";

/** A day of the API as a moment of that day, for the formatters. */
export const noonOf = (day: string) => `${day}T12:00:00+08:00`;
