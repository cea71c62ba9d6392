import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { may, type Staff } from "../../roles";
import { ADMIN } from "../../session";

export type Approval = components["schemas"]["Approval"];
export type Subject = components["schemas"]["ApprovalSubject"];
export type Member = NonNullable<Subject["member"]>;
export type Standing = components["schemas"]["ApprovalStatus"];

export const STANDINGS: readonly Standing[] = ["pending", "approved", "done", "refused", "expired"];

export const TONES = {
  pending: "pollen",
  approved: "harbour",
  done: "leaf",
  refused: "plum",
  expired: "plain",
} as const satisfies Record<Standing, string>;

/** The requests that wait for a second person, a page of them. */
export const waitingApprovalsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "approvals", "waiting"],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/approvals", { query: { status: "pending", limit: 100 }, signal }),
    refetchInterval: 60_000,
  });

export const approve = (id: string) =>
  call("post", "/api/admin/approvals/{id}/approve", { path: { id }, body: {} });

export const refuse = (id: string, reason: string) =>
  call("post", "/api/admin/approvals/{id}/refuse", { path: { id }, body: { reason } });

/** Refetches everything: an approved action may change any screen of the admin app. */
export const decided = () => queryClient.invalidateQueries({ queryKey: [ADMIN] });

/** Only owners decide on everything else, such as roles, keys and files of members. */
const OF_POINTS =
  /^(member\.(adjust|merge)$|transaction\.|credits\.|claim\.|(campaign|partner)\.(create|update)$|campaign\.(make_codes|take_back)$|earning_rule\.|goal\.|expiry\.|tier\.)/;
/** Their requests say everything that the server knows about them. */
const WITHOUT_SUBJECT =
  /^(campaign\.(create|update|make_codes)$|partner\.|earning_rule\.|goal\.|expiry\.|tier\.)/;

/** Returns whether the request concerns points or the levels of members. */
export const ofPoints = ({ action }: Approval) => OF_POINTS.test(action);

/** Returns whether the server knows more about the subject than the request itself contains. */
export const hasSubject = (approval: Approval) =>
  (ofPoints(approval) && !WITHOUT_SUBJECT.test(approval.action)) || approval.action === "member.export";

/** The subject of a request. The server audits each fetch, so it is fetched once. */
export const subjectQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "approvals", "subject", id],
    queryFn: ({ signal }) => call("get", "/api/admin/approvals/{id}/subject", { path: { id }, signal }),
  });

type Me = Pick<Staff, "_id" | "role">;

/**
 * Returns whether a staff member may download the file of an approval request. The requester may, and so may each
 * staff member with the right to approve the request.
 */
export const mayRead = (approval: Approval, me: Me) =>
  approval.askedBy._id === me._id || mayDecide(approval, me);

/** Returns whether a staff member may approve or reject a request. */
export function mayDecide(approval: Approval, me: Me): boolean {
  const entitled = me.role === "owner" || (ofPoints(approval) && may(me.role, "settle"));
  return approval.askedBy._id !== me._id && entitled;
}

/** Returns whether a request holds the versions of an earning rule or goal, as the server writes them. */
const holdsVersions = <T>(body: object): body is { before: T | null; after: T } =>
  "before" in body && "after" in body;

export const isOfRule = holdsVersions<components["schemas"]["EarningRule"]>;
export const isOfGoal = holdsVersions<components["schemas"]["Goal"]>;
