import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import { type Language, pageTagOf } from "../../i18n/language";

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
    select: soonestFirst,
  });

/** The days before the last one in which a coupon is marked. */
const SOON_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns whether the last day of a coupon, such as 2026-10-21, is near. */
export const isSoon = (day: string, now = Date.now()) =>
  Date.parse(`${day}T00:00:00+08:00`) - now < SOON_DAYS * DAY_MS;

/** Sun 15 Nov or 11月15日星期日: a last day in the next week. */
export const formatWeekday = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), {
    weekday: language === "en" ? "short" : "long",
    day: "numeric",
    month: language === "en" ? "short" : "long",
    timeZone: "Asia/Hong_Kong",
  })
    .format(Date.parse(`${day}T12:00:00+08:00`))
    .replace(",", "");

/** The redemptions that can be opened, those that wait for staff, and the others. */
export function shelvesOf(all: readonly Redemption[], isUnanswered: (id: string) => boolean) {
  const ready: Redemption[] = [];
  const progress: Redemption[] = [];
  const past: Redemption[] = [];
  for (const one of all) {
    const shut = shutBecause(one, isUnanswered(one._id));
    (shut === undefined ? ready : shut === "processing" ? progress : past).push(one);
  }
  return { ready, progress, past };
}

/** Coupons that can be opened and end come first, the next to end before the others. */
function soonestFirst(redemptions: readonly Redemption[]): Redemption[] {
  const end = ({ used, useBy }: Redemption) => (used || !useBy ? "9" : useBy);
  return newestFirst(redemptions).sort((a, b) => (end(a) === end(b) ? 0 : end(a) < end(b) ? -1 : 1));
}

export function newestFirst(redemptions: readonly Redemption[]): Redemption[] {
  const once = new Map(redemptions.map((redemption) => [redemption._id, redemption]));
  return [...once.values()].sort((a, b) => (a._id < b._id ? 1 : -1));
}

/**
 * The reason why a redemption does not open; undefined if it does. One that this device asked for opens until it is
 * answered. `expiresAt` is not used: it is a time of the server's clock.
 */
export function shutBecause({ used, status }: Pick<Redemption, "used" | "status">, unanswered = false) {
  if (status !== "confirmed") return status;
  return used && !unanswered ? "used" : undefined;
}
