import { call } from "../api/call";
import { queryClient } from "../api/queries";
import { forgetSession, goOut } from "../api/session";
import { clearTab, nativePushToken } from "../device/nativeApp";
import { forgetOpenedCoupons } from "../device/pendingStorage";
import { paths } from "./paths";

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
