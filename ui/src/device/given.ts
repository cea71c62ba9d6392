import { mayRemember, RECENT } from "./remembered";
import { inTab, onDevice } from "./storage";

export { RECENT };
/** Which transfers have no answer, and which coupons were asked for. */
export const OPEN = "transfer:open";
export const ASKED = "coupon:asked";

/** Where that is kept: only a device that may remember the member remembers it beyond the tab. */
export const place = () => (mayRemember() ? onDevice : inTab);
// Whether a device may remember can have been decided anew at the last log in.
export const PLACES = [onDevice, inTab];

function forget(slots: readonly string[]) {
  for (const strings of PLACES) for (const slot of slots) strings.remove(slot);
}

/** Nothing that opens a coupon is left: the member has logged out. */
export const forgetCoupons = () => forget([ASKED]);

/** Nothing of it is left: the member is gone for good. */
export const forgetGiven = () => forget([RECENT, OPEN, ASKED]);
