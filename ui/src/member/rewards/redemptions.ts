import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type Redemption = components["schemas"]["Redemption"];
export type RewardType = NonNullable<Redemption["type"]>;

/** The server's maximum for one response. */
const LIMIT = 500;

/** The member's redemptions, newest first, without duplicates; of one type or of all. */
export const redemptionsQuery = (type?: RewardType) =>
  queryOptions({
    queryKey: ["redemptions", type ?? "all"],
    queryFn: ({ signal }) =>
      call("get", "/api/redeem/myredeems", { query: { limit: LIMIT, ...(type && { type }) }, signal }),
    select: newestFirst,
  });

export function newestFirst(redemptions: readonly Redemption[]): Redemption[] {
  const once = new Map(redemptions.map((redemption) => [redemption._id, redemption]));
  return [...once.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}

/**
 * Why a redemption does not open; undefined if it does. One that this device asked for opens until it is
 * answered. `expiresAt` is not used: it is a time of the server's clock.
 */
export function shutBecause({ used, status }: Pick<Redemption, "used" | "status">, unanswered = false) {
  if (status !== "confirmed") return status;
  return used && !unanswered ? "used" : undefined;
}
