interface Policy {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

// Typed as a plain string, because TypeScript's DOM types do not include Trusted Types.
const factory: TrustedTypes | undefined = Reflect.get(globalThis, "trustedTypes");

const policy = factory?.createPolicy("app-worker", {
  createScriptURL(address) {
    const url = new URL(address, window.location.href);
    // A blob: URL of this page, or a file of the app.
    if (url.origin === window.location.origin) return address;
    throw new TypeError("a worker from elsewhere");
  },
});

/** Returns a URL from which the page's policy allows a worker to start. Accepts only our own origin. */
export function workerAddress(address: string): string {
  return policy ? policy.createScriptURL(address) : address;
}

/** Returns the URL of a script in memory from which the page's policy allows a worker to start. */
export function workerBlob(script: Blob): string {
  return workerAddress(URL.createObjectURL(script));
}
