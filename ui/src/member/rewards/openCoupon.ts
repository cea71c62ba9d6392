import { call } from "../../api/call";
import { cachedUser } from "../../api/member";
import { isFinal, newKey } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import {
  ALL_STORAGES,
  forgetOpenedCoupons,
  OPENED_COUPONS,
  pendingStorage,
} from "../../device/pendingStorage";
import type { Strings } from "../../device/storage";
import { type Moment, moment, TIME_MS } from "./countdown";

/** An open coupon, and when this device heard of it: from there on its time is counted. */
export type Opened = components["schemas"]["UseAnswer"] & { heard: Moment };

type Item = components["schemas"]["ItemSnapshot"];
/** What a redemption is called by, and of what it is: enough to show it without the list. */
export interface Coupon {
  _id: string;
  redeemItemSnapshot: Pick<Item, "_id" | "name">;
}

/** A coupon that was asked for: it may be open, for all that is known here. */
interface Asked {
  coupon: Coupon;
  /** The same one shows it again. */
  key: string;
  /** Until when it can be open, by this device's clock: the server's may be hours away. */
  until: number;
  /** Whether it is on screen, so that a page loaded again shows it again. */
  shown?: boolean;
}

// An item may give an uncollected coupon back: asked for again too late, it would begin anew.
const TOO_LATE_MS = 5_000;

function keptIn(strings: Strings): Asked[] {
  try {
    const found: Partial<{ member: string; coupons: Asked[] }> = JSON.parse(
      strings.get(OPENED_COUPONS) ?? "{}",
    );
    // Another member's on a shared device are nobody's business.
    if (found.member !== cachedUser()?._id || !Array.isArray(found.coupons)) return [];
    return found.coupons.filter(
      ({ coupon: { _id, redeemItemSnapshot }, until }) =>
        _id && redeemItemSnapshot.name && until > Date.now(),
    );
  } catch {
    return [];
  }
}

const kept = (): Asked[] => ALL_STORAGES.flatMap(keptIn);
const findKept = (id: string) => kept().find(({ coupon }) => coupon._id === id);

/** In place of whatever was known of the coupon `id`. */
function keep(id: string, asked?: Asked) {
  const coupons = kept().filter(({ coupon }) => coupon._id !== id);
  if (asked) coupons.push(asked);
  forgetOpenedCoupons();
  if (coupons.length > 0)
    pendingStorage().set(OPENED_COUPONS, JSON.stringify({ member: cachedUser()?._id, coupons }));
}

/** The member's coupon that was on screen before the page was loaded again, while there is time left. */
export function shownBefore(): Coupon | undefined {
  const before = kept().find(({ shown }) => shown);
  if (!before || before.until - Date.now() > TOO_LATE_MS) return before?.coupon;
  shutCoupon(before.coupon._id);
  return undefined;
}

/** Whether this coupon was asked for, and may be open for all that is known here: its key shows it again. */
export function isUnanswered(id: string): boolean {
  return findKept(id) !== undefined;
}

/**
 * Opens a coupon. Its key is kept until it is shut: whoever asks again, after a reload or because the
 * answer was lost, gets the same code. Fails as `call` does.
 */
export async function openCoupon({ _id, redeemItemSnapshot: item }: Coupon): Promise<Opened> {
  const coupon: Coupon = { _id, redeemItemSnapshot: { _id: item._id, name: item.name } };
  // What was asked for longer ago than a coupon stays open is over: this is another wish.
  const before = findKept(_id);
  const asked = before?.shown
    ? before
    : { coupon, key: before?.key ?? newKey(), until: Date.now() + TIME_MS };
  keep(_id, asked);
  try {
    const opened = await call("post", "/api/redeem/use/{id}", {
      path: { id: _id },
      headers: { "Idempotency-Key": asked.key },
    });
    const heard = moment();
    // Not shown before the answer: a coupon that nobody saw open must never open by itself.
    const left = Date.parse(opened.expiresAt) - Date.parse(opened.serverTime);
    keep(_id, { ...asked, until: heard.wall + left, shown: true });
    return { ...opened, heard };
  } catch (error) {
    if (error instanceof ApiProblem && isFinal(error.status)) shutCoupon(_id);
    throw error;
  }
}

/** Over, by the clock or by the member: from here on the coupon does not open again. */
export function shutCoupon(id: string) {
  keep(id);
}
