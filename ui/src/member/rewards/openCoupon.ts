import { call } from "../../api/call";
import { cachedUser } from "../../api/member";
import { isFinal, newKey } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { adoptIntents, forgetIntents, keepIntent, openIntents } from "../../device/openIntents";
import { ALL_STORAGES, COUPON, OLD_COUPONS, pendingStorage } from "../../device/pendingStorage";
import { type Moment, moment, TIME_MS } from "./countdown";

/** An open coupon, and when the response arrived on this device: its time counts from then. */
export type Opened = components["schemas"]["UseAnswer"] & { heard: Moment };

type Item = components["schemas"]["ItemSnapshot"];
/** The id and item of a redemption: enough to show it without the list. */
export interface Coupon {
  _id: string;
  redeemItemSnapshot: Pick<Item, "_id" | "name">;
}

/** A coupon that this device asked to open. It may be open even if the response was lost. */
interface Asked {
  coupon: Coupon;
  /** The idempotency key of the opening: the server answers it with the code each time. */
  key: string;
  /**
   * The latest possible end of the coupon, by this device's clock. The server's clock may differ by hours.
   */
  until: number;
  /** True if the coupon was on screen, so that a reload shows it again. */
  shown?: boolean | undefined;
}

type Note = Pick<Asked, "coupon" | "shown">;

const intentOf = (owner: string | undefined, { coupon, key, until, shown }: Asked) => ({
  kind: COUPON,
  owner,
  key,
  request: coupon._id,
  since: until - TIME_MS,
  until,
  note: { coupon, shown } satisfies Note,
});

// An uncollected coupon may be returned on expiry. A request near the end could then open it again.
const TOO_LATE_MS = 5_000;

/** The coupons that this member asked for here. On a shared device, those of another member are not among them. */
function kept(): Asked[] {
  for (const place of ALL_STORAGES)
    adoptIntents(OLD_COUPONS, place, (text) => {
      const { member, coupons }: { member?: string; coupons: Asked[] } = JSON.parse(text);
      return coupons.map((asked) => intentOf(member, asked));
    });
  return openIntents<Note>(COUPON, cachedUser()?._id).flatMap(({ key, until = 0, note }) =>
    note?.coupon?._id && note.coupon.redeemItemSnapshot.name ? [{ ...note, key, until }] : [],
  );
}

const findKept = (id: string) => kept().find(({ coupon }) => coupon._id === id);

/** Replaces the stored state of the coupon `id`. */
function keep(id: string, asked?: Asked) {
  const owner = cachedUser()?._id;
  forgetIntents((one) => one.kind === COUPON && one.owner === owner && one.request === id);
  if (asked) keepIntent(intentOf(owner, asked), pendingStorage());
}

/** The member's coupon that was on screen before a reload, if it has time left. */
export function shownBefore(): Coupon | undefined {
  const before = kept().find(({ shown }) => shown);
  if (!before || before.until - Date.now() > TOO_LATE_MS) return before?.coupon;
  shutCoupon(before.coupon._id);
  return undefined;
}

/** Returns whether this device asked to open the coupon and it may still be open. Its key shows it again. */
export function isUnanswered(id: string): boolean {
  return findKept(id) !== undefined;
}

/**
 * Opens a coupon. The idempotency key is stored until the coupon is closed: a request after a reload or a
 * lost response returns the same code. Fails as `call` does.
 */
export async function openCoupon({ _id, redeemItemSnapshot: item }: Coupon): Promise<Opened> {
  const coupon: Coupon = { _id, redeemItemSnapshot: { _id: item._id, name: item.name } };
  // Expired entries are dropped before this, so that an old key is not used again.
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
    // Marked as shown only after the response: a reload must not open a coupon that was never on screen.
    const left = Date.parse(opened.expiresAt) - Date.parse(opened.serverTime);
    keep(_id, { ...asked, until: heard.wall + left, shown: true });
    return { ...opened, heard };
  } catch (error) {
    if (error instanceof ApiProblem && isFinal(error.status)) shutCoupon(_id);
    throw error;
  }
}

/** Forgets the coupon after it expired or the member closed it: it does not open again. */
export function shutCoupon(id: string) {
  keep(id);
}
