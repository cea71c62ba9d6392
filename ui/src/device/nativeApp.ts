import { inTab } from "./storage";

// Set by the native app before the page starts. Both describe the app and not the member.
const NATIVE = "isNative";
const PUSH_TOKEN = "pushNotificationToken";

interface Host {
  postMessage(message: string): void;
}

const isHost = (thing: unknown): thing is Host =>
  typeof thing === "object" &&
  thing !== null &&
  "postMessage" in thing &&
  typeof thing.postMessage === "function";

/** Returns whether this page runs in the native app: the app says so, or its bridge exists. */
export function inNativeApp(): boolean {
  return inTab.get(NATIVE) === "true" || isHost(Reflect.get(window, "ReactNativeWebView"));
}

/** The device's token of the native app's push service, once the app has provided it. */
export function nativePushToken(): string | undefined {
  return (inNativeApp() && inTab.get(PUSH_TOKEN)) || undefined;
}

/** Asks the native app to set up biometric login by its own means; false where there is no such app. */
export function askHostForBiometrics(member: { name: string; displayName: string; email: string }): boolean {
  if (!inNativeApp()) return false;
  const message = JSON.stringify({ type: "biometricLogin", ...member });
  const bridge: unknown = Reflect.get(window, "ReactNativeWebView");
  if (isHost(bridge)) bridge.postMessage(message);
  // An app without a bridge listens to messages that the page posts to itself.
  else window.postMessage(message, window.location.origin);
  return true;
}

/** Clears this tab's data of the member, and keeps what the native app has set. */
export function clearTab() {
  const said = [NATIVE, PUSH_TOKEN].map((name) => [name, inTab.get(name)] as const);
  try {
    sessionStorage.clear();
  } catch {
    // The browser refuses access to storage, so there was nothing in it.
  }
  for (const [name, value] of said) if (value !== null) inTab.set(name, value);
}
