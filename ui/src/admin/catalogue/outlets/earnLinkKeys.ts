import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type EarnLinkKey = components["schemas"]["AdminEarnLinkKey"];
export type EarnLinkKeyInput = components["schemas"]["EarnLinkKeyInput"];

export const earnLinkKeysQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "counters", "earnLinkKeys", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/earn-link-keys", { path: { id }, signal }),
  });

export const makeEarnLinkKey = (id: string, body: EarnLinkKeyInput) =>
  call("post", "/api/admin/partners/{id}/earn-link-keys", { path: { id }, body });

export const rotateEarnLinkKey = (id: string) =>
  call("post", "/api/admin/earn-link-keys/{id}/rotate", { path: { id } });

export const withdrawEarnLinkKey = (id: string) =>
  call("delete", "/api/admin/earn-link-keys/{id}", { path: { id } });

export type EarnLinkKeyState = "works" | "ending" | "ended";

/** Returns the state of a key: its links give points, will stop giving points, or no longer give points. */
export function stateOf({ ends }: EarnLinkKey, now = Date.now()): EarnLinkKeyState {
  if (!ends) return "works";
  return Date.parse(ends) > now ? "ending" : "ended";
}
