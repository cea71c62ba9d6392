import { call } from "../../api/call";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import type { ServerMessage } from "../../i18n/serverMessage";

/** Why the password is not reset: a key of ours, or words of the server's. */
export type ForgotFailure =
  | { at: "form"; key: "linkNotSent" | "failed" | "offline" }
  | ({ at: "form" } & ServerMessage)
  | { at: "email"; key: "invalidEmail" }
  | { at: "password"; guessable: string }
  | ({ at: "phone" } & ServerMessage)
  /** The accepted code was used already, or too long ago. */
  | { at: "phone"; key: "over" };

/** Asks for a link by e-mail; undefined when the server took the wish, whoever the address belongs to. */
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
      // The acceptance of the code has run out: a new one is needed. The server speaks of a link there.
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
