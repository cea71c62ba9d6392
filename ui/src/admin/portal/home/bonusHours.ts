import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../../api/call";
import type { paths } from "../../../api/schema";
import { ofStaff, PORTAL } from "../portal";

export type OwnBonus = Answer<paths["/api/merchant/bonus-hours"]["get"]>[number];

/** The interval at which the card asks for the bonuses and their budgets. */
const REFRESH_MS = 60_000;
/** The most bonuses of the card. */
const SHOWN = 3;
const DAY_MS = 86_400_000;
/** Hong Kong is eight hours ahead of UTC all year. */
const HONG_KONG_MS = 8 * 3_600_000;

export const ownBonusesQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "bonuses"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/bonus-hours", { signal })),
    refetchInterval: REFRESH_MS,
  });

/** The first bonuses that one outlet gives, or any outlet without one. */
export const bonusesAt = (bonuses: readonly OwnBonus[], outlet: string): readonly OwnBonus[] =>
  bonuses
    .filter(({ outlets }) => !outlet || outlets.length === 0 || outlets.includes(outlet))
    .slice(0, SHOWN);

const dayOf = (time: number) => Math.floor((time + HONG_KONG_MS) / DAY_MS);

/**
 * The way in which a running bonus ends: at a time of today or of the night after it, at midnight, with a
 * later day, or never.
 */
export function endOf(
  { endsAt, hours }: Pick<OwnBonus, "endsAt" | "hours">,
  now: number,
): "time" | "midnight" | "day" | "never" {
  if (!endsAt) return "never";
  const end = Date.parse(endsAt);
  const isMidnight = (end + HONG_KONG_MS) % DAY_MS === 0;
  if (isMidnight && dayOf(end) === dayOf(now) + 1) return "midnight";
  return hours && !isMidnight ? "time" : "day";
}
