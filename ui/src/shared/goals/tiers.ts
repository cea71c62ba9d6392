import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type MemberTier = components["schemas"]["MemberTier"];

/** The ladder of levels with the member's own; undefined while the programme has none. */
export const tierQuery = () =>
  queryOptions({
    queryKey: ["goals", "tier"],
    queryFn: ({ signal }) => call("get", "/api/tiers", { signal }),
    select: (tiers): MemberTier | undefined => tiers[0],
  });
