import { forgetIntents } from "./openIntents";
import { mayRemember, RECENT_RECIPIENTS } from "./remembered";
import { inTab, onDevice } from "./storage";

export { RECENT_RECIPIENTS };
/** The kinds of intents that belong to one member: transfers, and coupons whose code was requested. */
export const TRANSFER = "transfer";
export const COUPON = "coupon";

/** The keys under which earlier versions kept transfers and coupons. */
export const OLD_TRANSFERS = "transfer:open";
export const OLD_COUPONS = "coupon:asked";

/** Storage for both: only a device that may remember the member keeps them beyond the tab. */
export const pendingStorage = () => (mayRemember() ? onDevice : inTab);
// Both, because the choice to remember may have changed at the last login.
export const ALL_STORAGES = [onDevice, inTab];

function forget(kinds: readonly string[], slots: readonly string[]) {
  forgetIntents(({ kind }) => kinds.includes(kind));
  for (const strings of ALL_STORAGES) for (const slot of slots) strings.remove(slot);
}

/** Called at log out: deletes everything that could open a coupon. */
export const forgetOpenedCoupons = () => forget([COUPON], [OLD_COUPONS]);

/** Called when the member's account is deleted: deletes all of it. */
export const forgetPending = () =>
  forget([COUPON, TRANSFER], [RECENT_RECIPIENTS, OLD_TRANSFERS, OLD_COUPONS]);
