interface Host {
  postMessage(message: string): void;
}

/** The native app around this page; undefined in a browser. */
function nativeHost(): Host | undefined {
  if (sessionStorage.getItem("isNative") === null) return undefined;
  const host: Host | undefined = Reflect.get(window, "ReactNativeWebView");
  return host;
}

/** Has the native app set up biometric login with its own means; false where there is no such app. */
export function askHostForBiometrics(member: { name: string; displayName: string; email: string }): boolean {
  const host = nativeHost();
  host?.postMessage(JSON.stringify({ type: "biometricLogin", ...member }));
  return host !== undefined;
}
