import { call } from "../../api/call";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import type { ServerMessage } from "../../i18n/serverMessage";

export type ResetFailure =
  | { key: "offline" | "failed" }
  /** The password passes the form's rules, but the server finds it easy to guess. */
  | { guessable: string }
  /** The link was used, has expired or never existed. */
  | { key: "dead" }
  | ServerMessage;

/** Returns whether the link was used, has expired or never existed; false if the check itself fails. */
export async function isDeadLink(token: string): Promise<boolean> {
  try {
    await call("post", "/api/auth/checkResetToken", { body: { token } });
    return false;
  } catch (error) {
    return error instanceof ApiProblem && error.code === "invalid_reset_token";
  }
}

/** Sets a new password with the token of a link. Returns undefined on success. */
export async function resetPassword(token: string, password: string): Promise<ResetFailure | undefined> {
  try {
    await call("post", "/api/auth/resetPassword", { body: { token, password } });
    return undefined;
  } catch (error) {
    if (error instanceof NetworkError) return { key: "offline" };
    if (error instanceof ApiProblem) {
      if (error.code === "invalid_reset_token") return { key: "dead" };
      if (error.errors.some(({ code }) => code === "weak_password") || error.code === "weak_password")
        return { guessable: password };
      const told = error.status < 500 && serverMessageIn(error, error.errors[0]);
      if (told) return told;
    }
    return { key: "failed" };
  }
}
