import { mayRemember, RECENT_RECIPIENTS } from "./remembered";
import { inTab, onDevice } from "./storage";

export { RECENT_RECIPIENTS };
/** Which transfers have no answer, and which coupons were asked for. */
export const PENDING_TRANSFERS = "transfer:open";
export const OPENED_COUPONS = "coupon:asked";

/** Where that is kept: only a device that may remember the member remembers it beyond the tab. */
export const pendingStorage = () => (mayRemember() ? onDevice : inTab);
// Whether a device may remember can have been decided anew at the last log in.
export const ALL_STORAGES = [onDevice, inTab];

function forget(slots: readonly string[]) {
  for (const strings of ALL_STORAGES) for (const slot of slots) strings.remove(slot);
}

/** Nothing that opens a coupon is left: the member has logged out. */
export const forgetOpenedCoupons = () => forget([OPENED_COUPONS]);

/** Nothing of it is left: the member is gone for good. */
export const forgetPending = () => forget([RECENT_RECIPIENTS, PENDING_TRANSFERS, OPENED_COUPONS]);
