import { afterEach, describe, expect, it, vi } from "vitest";
import { memberFixture } from "../../api/member.fixture";
import { pushBarrier } from "../../device/push";
import { isOnHere, type Passkey, passkeyHere, turnOn } from "./biometric";

const ALL = [{ credentialId: "phone" }, { credentialId: "laptop" }];

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const withPasskey = { ...memberFixture, biometric: true };

describe("this device's passkey", () => {
  it("is the one that it registered", () => {
    localStorage.setItem("credentialId", "laptop");
    expect(passkeyHere(ALL)?.credentialId).toBe("laptop");
  });

  it("is undefined if another member or nobody registered one", () => {
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

  it("is on in the native app, whose passkey is unknown here, once the server has one", () => {
    sessionStorage.setItem("isNative", "true");
    expect(isOnHere({ biometric: false }, [])).toBe(false);
    expect(isOnHere({ biometric: true }, passkeys)).toBe(true);
  });
});

it("in the native app, notifications are the app's task and not unsupported", () => {
  sessionStorage.setItem("isNative", "true");
  expect(pushBarrier()).toBe("native");
});

it("a device that already has a passkey of the member asks which one, and is on", async () => {
  class Made {
    id = "phone";
    rawId = new ArrayBuffer(1);
    type = "public-key";
    response = new Proof();
  }
  class Proof {
    clientDataJSON = new ArrayBuffer(1);
    authenticatorData = new ArrayBuffer(1);
    signature = new ArrayBuffer(1);
  }
  vi.stubGlobal("PublicKeyCredential", Made);
  vi.stubGlobal("AuthenticatorAssertionResponse", Proof);
  const get = vi.fn(async (_: CredentialRequestOptions) => new Made());
  vi.stubGlobal("navigator", {
    credentials: { create: () => Promise.reject(new DOMException("twice", "InvalidStateError")), get },
  });
  const asked = {
    challenge: "AQ",
    rpId: "kapok.test",
    timeout: 1,
    userId: "AQ",
    credentialIds: ["AQ", "Ag"],
  };
  vi.stubGlobal("fetch", async () => Response.json(asked));
  expect(await turnOn(withPasskey)).toBeUndefined();
  expect(get.mock.calls[0]?.[0].publicKey?.allowCredentials).toHaveLength(2);
  expect(localStorage.getItem("credentialId")).toBe("phone");
});
