import { afterEach, describe, expect, it } from "vitest";
import { passkeyHere } from "./biometric";

const ALL = [{ credentialId: "phone" }, { credentialId: "laptop" }];

afterEach(() => localStorage.clear());

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
