import { mayRemember, RECENT_RECIPIENTS } from "./remembered";
import { inTab, onDevice } from "./storage";

export { RECENT_RECIPIENTS };
/** Transfers without a final response, and coupons whose code was requested. */
export const PENDING_TRANSFERS = "transfer:open";
export const OPENED_COUPONS = "coupon:asked";

/** Storage for both: only a device that may remember the member keeps them beyond the tab. */
export const pendingStorage = () => (mayRemember() ? onDevice : inTab);
// Both, because the choice to remember may have changed at the last login.
export const ALL_STORAGES = [onDevice, inTab];

function forget(slots: readonly string[]) {
  for (const strings of ALL_STORAGES) for (const slot of slots) strings.remove(slot);
}

/** Called at log out: deletes everything that could open a coupon. */
export const forgetOpenedCoupons = () => forget([OPENED_COUPONS]);

/** Called when the member's account is deleted: deletes all of it. */
export const forgetPending = () => forget([RECENT_RECIPIENTS, PENDING_TRANSFERS, OPENED_COUPONS]);
