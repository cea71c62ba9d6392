import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type Redemption = components["schemas"]["Redemption"];
export type RewardType = NonNullable<Redemption["type"]>;

/** The most that the server hands out at once. */
const LIMIT = 500;

/** What the member has redeemed, newest first, each once; of one type or of all. */
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
 * Why a redemption does not open; undefined when it does. One that this device asked for opens until it was
 * answered. Its `expiresAt` is not asked: that is a time of the server's clock.
 */
export function shutBecause({ used, status }: Pick<Redemption, "used" | "status">, unanswered = false) {
  if (status !== "confirmed") return status;
  return used && !unanswered ? "used" : undefined;
}
