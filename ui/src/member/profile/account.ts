import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import { forgetSession, goOut } from "../../api/session";
import { clearTab, nativePushToken } from "../../device/nativeApp";
import { forgetOpenedCoupons } from "../../device/pendingStorage";
import { paths } from "../../shared/paths";

const HAN = /^\p{Script=Han}+$/u;

/** First name, then last name. The reverse, without a space, if both are in Chinese characters. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  if (HAN.test(firstName) && HAN.test(lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Formats the eight digits of a Hong Kong number as `+852 6123 4567`. */
export function phoneText(phone: string): string {
  return /^\d{8}$/.test(phone) ? `+852 ${phone.slice(0, 4)} ${phone.slice(4)}` : phone;
}

/**
 * Ends the session on the server, clears this device and loads the login screen. Fails with NetworkError if
 * the server cannot be reached: the session then still exists.
 */
export async function logOut() {
  const fcmToken = nativePushToken();
  // The server drops the app's push token with the session, except a token from an earlier login.
  if (fcmToken) await call("post", "/api/auth/unsubscribe", { body: { fcmToken } }).catch(() => {});
  await goOut(() => call("post", "/api/auth/logout"));
  forgetSession();
  forgetOpenedCoupons();
  clearTab();
  queryClient.clear();
  window.location.assign(paths.login);
}
