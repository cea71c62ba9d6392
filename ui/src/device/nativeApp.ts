import { inTab } from "./storage";

// Said by the native app before the page starts. They are about the app and not about the member.
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

/** Whether this page stands in the native app: the app says so, or its bridge is there. */
export function inNativeApp(): boolean {
  return inTab.get(NATIVE) === "true" || isHost(Reflect.get(window, "ReactNativeWebView"));
}

/** What the native app's push service calls this device, once the app has said it. */
export function nativePushToken(): string | undefined {
  return (inNativeApp() && inTab.get(PUSH_TOKEN)) || undefined;
}

/** Has the native app set up biometric login with its own means; false where there is no such app. */
export function askHostForBiometrics(member: { name: string; displayName: string; email: string }): boolean {
  if (!inNativeApp()) return false;
  const message = JSON.stringify({ type: "biometricLogin", ...member });
  const bridge: unknown = Reflect.get(window, "ReactNativeWebView");
  if (isHost(bridge)) bridge.postMessage(message);
  // An app without a bridge listens to what the page tells itself.
  else window.postMessage(message, window.location.origin);
  return true;
}

/** Forgets what this tab knew of its member, and keeps what the native app said. */
export function clearTab() {
  const said = [NATIVE, PUSH_TOKEN].map((name) => [name, inTab.get(name)] as const);
  try {
    sessionStorage.clear();
  } catch {
    // Refused by the browser: then there was nothing in it.
  }
  for (const [name, value] of said) if (value !== null) inTab.set(name, value);
}
