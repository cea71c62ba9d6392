import { mayRemember } from "./remembered";
import { inTab, onDevice } from "./storage";

/** Whom the member gave to, and which transfers have no answer. */
export const RECENT = "recentRecipients";
export const OPEN = "transfer:open";

/** Where that is kept: only a device that may remember the member remembers it beyond the tab. */
export const place = () => (mayRemember() ? onDevice : inTab);

/** Nothing of it is left: the member is gone for good. */
export function forgetTransfers() {
  for (const strings of [onDevice, inTab]) for (const slot of [RECENT, OPEN]) strings.remove(slot);
}
