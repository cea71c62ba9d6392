interface Policy {
  createScriptURL(address: string): string;
}

interface TrustedTypes {
  createPolicy(name: string, rules: Policy): Policy;
}

// Typed as the plain string that it stands for: the library of types does not know Trusted Types.
const factory: TrustedTypes | undefined = Reflect.get(globalThis, "trustedTypes");

const policy = factory?.createPolicy("app-worker", {
  createScriptURL(address) {
    const url = new URL(address, window.location.href);
    // A blob: of ours, or a file that came with the app.
    if (url.origin === window.location.origin) return address;
    throw new TypeError("a worker from elsewhere");
  },
});

/** An address from which the page's policy lets a worker start. Only our own ones pass. */
export function workerAddress(address: string): string {
  return policy ? policy.createScriptURL(address) : address;
}

/** The same for a script that exists in memory only. */
export function workerBlob(script: Blob): string {
  return workerAddress(URL.createObjectURL(script));
}
