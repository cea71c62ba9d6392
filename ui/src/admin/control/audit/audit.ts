import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Entry = components["schemas"]["AuditLine"];

/** What the trail is narrowed to, as the address of the screen has it. */
export const NARROWED = ["q", "actor", "action", "target", "from", "to"] as const;

export const knownQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "audit", "known"],
    queryFn: ({ signal }) => call("get", "/api/admin/audit/filters", { signal }),
  });

/** The server reads the whole trail for it, once a minute at most; a change of something else is no reason to. */
export const chainQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "auditChain"],
    queryFn: ({ signal }) => call("get", "/api/admin/audit/chain", { signal }),
    staleTime: 60_000,
    // A long trail takes its time.
    refetchInterval: ({ state }) => (state.data?.checking ? 2_000 : false),
    refetchOnWindowFocus: false,
  });

/** What the thing was called, where either version says so. */
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

/** The last of an id, by which people tell two apart; what has a name for an id keeps it. */
export const shortOf = (id: string) => (/^[0-9a-f]{32}$/.test(id) ? `…${id.slice(-8)}` : id);
