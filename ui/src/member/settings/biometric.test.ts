import { afterEach, describe, expect, it } from "vitest";
import { pushBarrier } from "../../device/push";
import { isOnHere, type Passkey, passkeyHere } from "./biometric";

const ALL = [{ credentialId: "phone" }, { credentialId: "laptop" }];

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe("this device's passkey", () => {
  it("is the one that it registered", () => {
    localStorage.setItem("credentialId", "laptop");
    expect(passkeyHere(ALL)?.credentialId).toBe("laptop");
  });

  it("is none where another member registered one, or nobody did", () => {
    expect(passkeyHere(ALL)).toBeUndefined();
    localStorage.setItem("credentialId", "somebody else's");
    expect(passkeyHere(ALL)).toBeUndefined();
  });
});

describe("biometric login", () => {
  const passkeys = ALL as unknown as readonly Passkey[];

  it("is on in a browser that has its own passkey, and not for another device's", () => {
    expect(isOnHere({ biometric: true }, passkeys)).toBe(false);
    localStorage.setItem("credentialId", "laptop");
    expect(isOnHere({ biometric: true }, undefined)).toBe(true);
    expect(isOnHere({ biometric: true }, passkeys)).toBe(true);
  });

  it("is on in the native app, which keeps its passkey to itself, once the server knows of one", () => {
    sessionStorage.setItem("isNative", "true");
    expect(isOnHere({ biometric: false }, [])).toBe(false);
    expect(isOnHere({ biometric: true }, passkeys)).toBe(true);
  });
});

it("the native app sees to notifications, which are then not unsupported", () => {
  sessionStorage.setItem("isNative", "true");
  expect(pushBarrier()).toBe("native");
});
