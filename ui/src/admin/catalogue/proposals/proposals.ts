import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { Editable } from "../../kit/editor/kinds";
import { adminPaths, recordPath } from "../../paths";
import type { Proposal, ProposalPage } from "../../portal/proposals/ownProposals";
import { ADMIN } from "../../session";

export const PROPOSALS_PATH = "/api/admin/proposals";

/** The states that staff see: drafts are the partner's own. */
export const STATES = [
  "sent",
  "changes_asked",
  "accepted",
  "refused",
] as const satisfies readonly Proposal["state"][];

/** Proposals as staff read them. Only their managers change them. */
export const proposals: Editable<ProposalPage, never> = {
  name: "proposals",
  get: (id, told) => call("get", "/api/admin/proposals/{id}", { path: { id }, ...told }),
  replace: () => Promise.reject(new Error("staff do not change proposals")),
};

/** The number of proposals that wait, and since when. */
export const waitingProposalsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "proposals", "waiting"],
    queryFn: ({ signal }) => call("get", "/api/admin/proposals/waiting", { signal }),
    refetchInterval: 60_000,
  });

/** The estimate of what a proposal would pay and cost. */
export const proposalOutlookQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "proposals", "outlook", id],
    queryFn: ({ signal }) => call("get", "/api/admin/proposals/{id}/outlook", { path: { id }, signal }),
  });

const to = (id: string, etag: string) => ({ path: { id }, headers: { "If-Match": etag } });

export const acceptProposal = (id: string, etag: string) =>
  call("post", "/api/admin/proposals/{id}/accept", to(id, etag));

export const askForChanges = (id: string, etag: string, note: string) =>
  call("post", "/api/admin/proposals/{id}/ask-for-changes", { ...to(id, etag), body: { note } });

export const refuseProposal = (id: string, etag: string, note: string) =>
  call("post", "/api/admin/proposals/{id}/refuse", { ...to(id, etag), body: { note } });

const LISTS = { item: adminPaths.items, article: adminPaths.articles, bonus: adminPaths.rules } as const;

/** The editor of what a proposal became; undefined where it is not there any more. */
export function becamePath({ kind, became }: Proposal): string | undefined {
  return became && became.stage !== "removed" ? recordPath(LISTS[kind], became._id) : undefined;
}
