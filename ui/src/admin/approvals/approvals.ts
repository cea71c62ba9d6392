import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type Approval = components["schemas"]["Approval"];
export type Standing = components["schemas"]["ApprovalStatus"];

export const STANDINGS: readonly Standing[] = ["pending", "approved", "done", "refused", "expired"];

export const TONES = {
  pending: "pollen",
  approved: "harbour",
  done: "leaf",
  refused: "plum",
  expired: "plain",
} as const satisfies Record<Standing, string>;

export const approve = (id: string) =>
  call("post", "/api/admin/approvals/{id}/approve", { path: { id }, body: {} });

export const refuse = (id: string, reason: string) =>
  call("post", "/api/admin/approvals/{id}/refuse", { path: { id }, body: { reason } });

/** What was carried out may be anywhere on the desk. */
export const decided = () => queryClient.invalidateQueries({ queryKey: [DESK] });

/** Everything else, such as roles, keys and files of members, is the owners' affair alone. */
const OF_POINTS = /^(member\.adjust$|transaction\.|credits\.)/;

/** Whether somebody of that role and id may decide. */
export function mayDecide({ action, askedBy }: Approval, me: { _id: string; role: string }): boolean {
  return askedBy._id !== me._id && (me.role === "owner" || OF_POINTS.test(action));
}
