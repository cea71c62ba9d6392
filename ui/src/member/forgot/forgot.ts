import { call } from "../../api/call";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import type { ServerMessage } from "../../i18n/serverMessage";

/** The reason why the password is not reset: one of our keys or the server's message. */
export type ForgotFailure =
  | { at: "form"; key: "linkNotSent" | "failed" | "offline" }
  | ({ at: "form" } & ServerMessage)
  | { at: "email"; key: "invalidEmail" }
  | { at: "password"; guessable: string }
  | ({ at: "phone" } & ServerMessage)
  /** The accepted code was used already or has expired. */
  | { at: "phone"; key: "over" };

/** Requests a link by e-mail. Undefined on success, whether or not the address belongs to a member. */
export async function askForLink(email: string): Promise<ForgotFailure | undefined> {
  try {
    await call("post", "/api/auth/forgotPassword", { body: { email } });
    return undefined;
  } catch (error) {
    if (error instanceof NetworkError) return { at: "form", key: "offline" };
    if (error instanceof ApiProblem) {
      if (codesOf(error).includes("invalid_email")) return { at: "email", key: "invalidEmail" };
      const told = error.status === 429 && serverMessageIn(error);
      if (told) return { at: "form", ...told };
    }
    return { at: "form", key: "linkNotSent" };
  }
}

/** Sets the password of the phone whose code was just accepted. */
export async function resetByPhone(phone: string, newPassword: string): Promise<ForgotFailure | undefined> {
  try {
    await call("post", "/api/auth/resetPasswordByPhone", { body: { phone, newPassword } });
    return undefined;
  } catch (error) {
    if (error instanceof NetworkError) return { at: "form", key: "offline" };
    if (error instanceof ApiProblem) {
      const codes = codesOf(error);
      if (codes.includes("weak_password")) return { at: "password", guessable: newPassword };
      // The accepted code has expired and a new one is needed. The server's message here is about a link.
      if (codes.includes("invalid_reset_token")) return { at: "phone", key: "over" };
      if (codes.includes("invalid_otp") || codes.includes("phone_not_verified"))
        return { at: "phone", ...(serverMessageIn(error) ?? { key: "over" }) };
      const told = error.status < 500 && serverMessageIn(error, error.errors[0]);
      if (told) return { at: "form", ...told };
    }
    return { at: "form", key: "failed" };
  }
}

function codesOf(problem: ApiProblem): string[] {
  return [problem.code, ...problem.errors.map(({ code }) => code)];
}
