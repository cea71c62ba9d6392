import { call } from "../../api/call";
import { intent, isFinal, isOpen } from "../../api/intent";
import { keepOwn, ownKept } from "../../api/ownInTab";
import { ApiProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { inTab } from "../../device/storage";
import { type Moment, moment, TIME_MS } from "./countdown";

/** An open coupon, and when this device heard of it: from there on its time is counted. */
export type Opened = components["schemas"]["UseAnswer"] & { heard: Moment };

interface Shown {
  id: string;
  /** When its time is over, by this device's clock. */
  until: number;
}

/** Which coupon is being shown, so that a reload shows it again. */
const SHOWN = "coupon:shown";
// An item may give an uncollected coupon back: asked for again too late, it would begin anew.
const TOO_LATE_MS = 5_000;

const slotOf = (id: string) => `use:${id}`;
/** Until when a coupon that was asked for can be open, by this device's clock: the server's may be hours away. */
const askedSlot = (id: string) => `use:until:${id}`;
const purposeOf = (id: string) => intent(slotOf(id), {});

/** The member's coupon that was on screen before the page was loaded again, while there is time left. */
export function shownBefore(): string | undefined {
  const { id, until = 0 } = ownKept<Shown>(SHOWN);
  if (id === undefined || until - Date.now() > TOO_LATE_MS) return id;
  shutCoupon(id);
  return undefined;
}

/** Whether this coupon was asked for, and may be open for all that is known here: its key shows it again. */
export function isUnanswered(id: string): boolean {
  return isOpen(slotOf(id)) && Number(inTab.get(askedSlot(id))) > Date.now();
}

/**
 * Opens a coupon. Its key is kept until it is shut: whoever asks again, after a reload or because the
 * answer was lost, gets the same code. Fails as `call` does.
 */
export async function openCoupon(id: string): Promise<Opened> {
  // What was asked for longer ago than a coupon stays open is over: this is another wish.
  if (!isUnanswered(id)) purposeOf(id).settle();
  const { key } = purposeOf(id);
  inTab.set(askedSlot(id), String(Date.now() + TIME_MS));
  try {
    const opened = await call("post", "/api/redeem/use/{id}", {
      path: { id },
      headers: { "Idempotency-Key": key },
    });
    const heard = moment();
    // Not before the answer: a coupon that nobody saw open must never open by itself.
    const left = Date.parse(opened.expiresAt) - Date.parse(opened.serverTime);
    const until = heard.wall + left;
    inTab.set(askedSlot(id), String(until));
    keepOwn(SHOWN, { id, until } satisfies Shown);
    return { ...opened, heard };
  } catch (error) {
    if (error instanceof ApiProblem && isFinal(error.status)) shutCoupon(id);
    throw error;
  }
}

/** Over, by the clock or by the member: from here on the coupon does not open again. */
export function shutCoupon(id: string) {
  purposeOf(id).settle();
  inTab.remove(askedSlot(id));
  inTab.remove(SHOWN);
}
