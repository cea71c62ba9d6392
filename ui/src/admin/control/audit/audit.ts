import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Entry = components["schemas"]["AuditLine"];

/** The filters of the trail, as in the address of the screen. */
export const NARROWED = ["q", "actor", "action", "target", "from", "to"] as const;

export const knownQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "audit", "known"],
    queryFn: ({ signal }) => call("get", "/api/admin/audit/filters", { signal }),
  });

/** The server reads the whole trail for this, at most once a minute, so other changes do not refetch it. */
export const chainQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "auditChain"],
    queryFn: ({ signal }) => call("get", "/api/admin/audit/chain", { signal }),
    staleTime: 60_000,
    // Checking a long trail takes time; poll until it is done.
    refetchInterval: ({ state }) => (state.data?.checking ? 2_000 : false),
    refetchOnWindowFocus: false,
  });

/** The name of the target, from either version if it has one. */
export function nameOf({ before, after }: Entry): string | undefined {
  for (const side of [after, before]) {
    const named: { name?: unknown; title?: unknown } = side ?? {};
    for (const found of [named.name, named.title]) {
      if (typeof found === "string") return found;
      if (found && typeof found === "object" && "en" in found && typeof found.en === "string")
        return found.en;
    }
  }
  return undefined;
}

/** The end of an id, enough to tell ids apart; a readable id stays whole. */
export const shortOf = (id: string) => (/^[0-9a-f]{32}$/.test(id) ? `…${id.slice(-8)}` : id);
