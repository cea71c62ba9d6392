import { afterEach, describe, expect, it, vi } from "vitest";
import { contactCodes, sendCode, verifyCode } from "./oneTimeCodes";
import { ApiProblem, NetworkError } from "./problem";

const now = () => 1_000_000;
const refused =
  (status: number, code: string, retryAfter?: number, message = "") =>
  () =>
    Promise.reject(new ApiProblem(status, { code, message }, retryAfter));

describe("sending a code", () => {
  it("makes the next code wait a minute", async () => {
    expect(await sendCode("email", () => Promise.resolve(), now)).toEqual({
      sent: true,
      anew: true,
      readyAt: 1_060_000,
    });
  });

  it("waits for the server's time, and the earlier code stays valid", async () => {
    expect(await sendCode("phone", refused(429, "resend_wait", 37), now)).toEqual({
      sent: true,
      readyAt: 1_037_000,
    });
  });

  it.each([
    [409, "email_in_use", "emailInUse"],
    [409, "phone_in_use", "phoneInUse"],
    [400, "invalid_email", "invalidEmail"],
    [400, "invalid_hong_kong_phone", "invalidPhone"],
    [503, "unavailable", "emailNotSent"],
  ])("answers %i %s with %s", async (status, code, key) => {
    expect(await sendCode("email", refused(status, code), now)).toEqual({
      sent: false,
      failure: { key },
      readyAt: 0,
    });
  });

  it("finds the reason among the field errors", async () => {
    const problem = new ApiProblem(400, {
      code: "validation_failed",
      errors: [{ field: "phone", code: "invalid_hong_kong_phone", message: "No" }],
    });
    expect(await sendCode("phone", () => Promise.reject(problem), now)).toMatchObject({
      failure: { key: "invalidPhone" },
    });
  });

  it("distinguishes a network error from too many attempts", async () => {
    expect(await sendCode("email", () => Promise.reject(new NetworkError()), now)).toMatchObject({
      failure: { key: "offline" },
    });
    expect(await sendCode("email", refused(429, "rate_limited", 5, "Slow down"), now)).toEqual({
      sent: false,
      failure: { said: "Slow down", code: "rate_limited", language: "en" },
      readyAt: 1_005_000,
    });
  });
});

describe("checking a code", () => {
  it("returns no failure for a correct code", async () => {
    expect(await verifyCode("email", () => Promise.resolve())).toBeUndefined();
  });

  it("names the channel of a wrong code, keeps other messages, and recognises a network error", async () => {
    expect(await verifyCode("phone", refused(400, "invalid_otp"))).toEqual({ key: "phoneCodeWrong" });
    expect(await verifyCode("email", refused(429, "rate_limited", 5, "Slow down"))).toEqual({
      said: "Slow down",
      code: "rate_limited",
      language: "en",
    });
    expect(await verifyCode("email", () => Promise.reject(new NetworkError()))).toEqual({ key: "offline" });
  });
});

describe("a code for the signed-in member", () => {
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["sendEmailOTP", () => contactCodes.email.send("mei@example.hk")],
    ["verifySMSOTP", () => contactCodes.phone.verify("61234567", "123456")],
  ])(
    "renews an expired session before %s, which would otherwise treat the member as a visitor",
    async (name, ask) => {
      const calls: string[] = [];
      let lapsed = true;
      vi.stubGlobal("fetch", async (address: string) => {
        const call = address.replace("/api/auth/", "");
        calls.push(call);
        if (call === "refresh") lapsed = false;
        else if (lapsed)
          return Response.json({ code: "unauthenticated", message: "Log in" }, { status: 401 });
        return Response.json({ success: true });
      });
      await ask();
      expect(calls).toEqual(["checkAuthToken", "refresh", "checkAuthToken", name]);
    },
  );
});
