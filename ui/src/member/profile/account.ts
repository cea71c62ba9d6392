import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import { forgetSession, goOut } from "../../api/session";
import { clearTab, nativePushToken } from "../../device/nativeApp";
import { forgetOpenedCoupons } from "../../device/pendingStorage";
import { paths } from "../../shared/paths";

const HAN = /^\p{Script=Han}+$/u;

/** First name, then family; the other way round, and closed up, where both are in Han. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  if (HAN.test(firstName) && HAN.test(lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** +852 6123 4567 of the eight digits of a Hong Kong number. */
export function phoneText(phone: string): string {
  return /^\d{8}$/.test(phone) ? `+852 ${phone.slice(0, 4)} ${phone.slice(4)}` : phone;
}

/**
 * Ends the session on the server and forgets the member on this device, then loads the way in anew.
 * Fails with NetworkError when the server is out of reach: the session is then still there.
 */
export async function logOut() {
  const fcmToken = nativePushToken();
  // The server lets go of the app with the sign-in; one that told its token in an earlier sign-in has to say so.
  if (fcmToken) await call("post", "/api/auth/unsubscribe", { body: { fcmToken } }).catch(() => {});
  await goOut(() => call("post", "/api/auth/logout"));
  forgetSession();
  forgetOpenedCoupons();
  clearTab();
  queryClient.clear();
  window.location.assign(paths.login);
}
