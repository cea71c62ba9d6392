import type { ServerMessage } from "../i18n/serverMessage";
import { call } from "./call";
import { withCaptcha } from "./captcha";
import { ApiProblem, NetworkError, serverMessageIn } from "./problem";

/** The channel by which a one-time code is sent. */
export type Channel = "email" | "phone";

/** The reason why a code was not sent or not accepted: a key of our own texts, or the server's message. */
export type CodeFailure =
  | { key: "offline" | "emailInUse" | "phoneInUse" | "invalidEmail" | "invalidPhone" }
  | { key: "emailNotSent" | "phoneNotSent" | "emailCodeWrong" | "phoneCodeWrong" | "expired" }
  | ServerMessage;

/** The result of requesting a code. */
export interface Sent {
  /** A code was sent, by this or an earlier request. */
  sent: boolean;
  /** The code is a new one. */
  anew?: boolean;
  failure?: CodeFailure | undefined;
  /** The time from which the next code may be requested, in ms since 1970; 0 means now. */
  readyAt: number;
}

/** The calls that send and check the codes for one purpose. */
export interface CodeCalls {
  send(to: string): Promise<Sent>;
  /** Undefined when the code was correct. */
  verify(to: string, code: string): Promise<CodeFailure | undefined>;
}

const WAIT_S = 60;

/** Requests a code with `send`. The server's own wait applies, otherwise one minute as in the contract. */
export async function sendCode(
  channel: Channel,
  send: () => Promise<unknown>,
  now: () => number = Date.now,
): Promise<Sent> {
  try {
    await send();
    return { sent: true, anew: true, readyAt: now() + WAIT_S * 1000 };
  } catch (error) {
    const wait = error instanceof ApiProblem ? error.retryAfter : undefined;
    const readyAt = wait === undefined ? 0 : now() + wait * 1000;
    // The earlier code is still valid; only the next code has to wait.
    if (error instanceof ApiProblem && error.code === "resend_wait")
      return { sent: true, readyAt: readyAt || now() + WAIT_S * 1000 };
    return { sent: false, failure: sendFailure(channel, error), readyAt };
  }
}

function sendFailure(channel: Channel, error: unknown): CodeFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  if (error instanceof ApiProblem) {
    const codes = [error.code, ...error.errors.map(({ code }) => code)];
    if (codes.includes("email_in_use")) return { key: "emailInUse" };
    if (codes.includes("phone_in_use")) return { key: "phoneInUse" };
    if (codes.includes("invalid_email")) return { key: "invalidEmail" };
    if (codes.includes("invalid_hong_kong_phone")) return { key: "invalidPhone" };
    const told = error.status === 429 && serverMessageIn(error);
    if (told) return told;
  }
  return { key: channel === "email" ? "emailNotSent" : "phoneNotSent" };
}

/** Checks a code with `verify` and says why it was not accepted. */
export async function verifyCode(
  channel: Channel,
  verify: () => Promise<unknown>,
): Promise<CodeFailure | undefined> {
  try {
    await verify();
    return undefined;
  } catch (error) {
    if (error instanceof NetworkError) return { key: "offline" };
    // The registration of this code has expired. The next code starts a new registration.
    if (error instanceof ApiProblem && error.code === "registration_required") return { key: "expired" };
    const told = error instanceof ApiProblem && error.code !== "invalid_otp" && serverMessageIn(error);
    if (told) return told;
    return { key: channel === "email" ? "emailCodeWrong" : "phoneCodeWrong" };
  }
}

/** The registration that a code belongs to. Without an id, the code belongs to the signed-in member. */
type Registration = { registrationId?: string };

/**
 * Codes that prove a new e-mail address or phone number, at sign-up or for the signed-in member. `around`
 * does what a call needs before and after, and passes the registration.
 */
export function contactCodesWith(
  around: (step: "send" | "verify", ask: (whose: Registration) => Promise<unknown>) => Promise<unknown>,
): Record<Channel, CodeCalls> {
  return {
    email: {
      send: (email) =>
        sendCode("email", () =>
          around("send", (whose) =>
            withCaptcha((captcha) =>
              call("post", "/api/auth/sendEmailOTP", { body: { email, ...whose, ...captcha } }),
            ),
          ),
        ),
      verify: (email, otp) =>
        verifyCode("email", () =>
          around("verify", (whose) =>
            call("post", "/api/auth/verifyEmailOTP", { body: { email, otp, ...whose } }),
          ),
        ),
    },
    phone: {
      send: (phone) =>
        sendCode("phone", () =>
          around("send", (whose) =>
            withCaptcha((captcha) =>
              call("post", "/api/auth/sendSMSOTP", { body: { phone, ...whose, ...captcha } }),
            ),
          ),
        ),
      verify: (phone, otp) =>
        verifyCode("phone", () =>
          around("verify", (whose) =>
            call("post", "/api/auth/verifySMSOTP", { body: { phone, otp, ...whose } }),
          ),
        ),
    },
  };
}

/** For the signed-in member. */
export const contactCodes = contactCodesWith(async (_, ask) => {
  // Renews an expired session first. Visitors may also request codes, so the call itself would return no 401
  // and would count as a visitor's.
  await call("get", "/api/auth/checkAuthToken");
  return ask({});
});

/** Codes that reset a forgotten password. */
export const resetCodes: CodeCalls = {
  send: (phone) =>
    sendCode("phone", () => call("post", "/api/auth/resetPasswordSendSMSOTP", { body: { phone } })),
  verify: (phone, otp) =>
    verifyCode("phone", () => call("post", "/api/auth/resetPasswordVerifySMSOTP", { body: { phone, otp } })),
};
