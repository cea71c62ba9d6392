import { call } from "../../api/call";
import { ApiProblem, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { keepRequestToken } from "../../api/session";
import { isEmail, isPhone } from "../../components/rules";

export type Credentials = { identifier: string; password: string };
export type FieldError = "userIdentifierRequired" | "invalidUserIdentifier" | "passwordRequired";
/** Why the member is still here: words of the server's, or a key of our own. */
export type LoginFailure =
  | { said: string }
  | {
      key:
        | "failed"
        | "unexpected"
        | "noToken"
        | "offline"
        | "noCredentials"
        | "biometricUnavailable"
        | "serverAuthenticationFailed";
    }
  | { key: "biometricFailed"; said: string | undefined };

export function checkCredentials({ identifier, password }: Credentials): {
  identifier?: FieldError;
  password?: FieldError;
} {
  const errors: { identifier?: FieldError; password?: FieldError } = {};
  const who = identifier.trim();
  if (who === "") errors.identifier = "userIdentifierRequired";
  else if (!isEmail(who) && !isPhone(who)) errors.identifier = "invalidUserIdentifier";
  if (password === "") errors.password = "passwordRequired";
  return errors;
}

type LoginAnswer = components["schemas"]["LoginAnswer"];

/** Takes a login answer in; tells what is wrong with it, if anything. */
export function enter(answer: LoginAnswer | undefined): LoginFailure | undefined {
  // A proxy's page with status 200 is no answer of ours.
  if (!answer || typeof answer !== "object" || !answer.success) return { key: "unexpected" };
  if (!answer.token) return { key: "noToken" };
  keepRequestToken(answer.token);
  // Whoever was here before must not be seen by whoever comes now.
  queryClient.clear();
  queryClient.setQueryData(["user"], answer.user);
  return undefined;
}

/** Logs in; undefined when it worked. */
export async function login(
  { identifier, password }: Credentials,
  remember: "remember" | "forget",
): Promise<LoginFailure | undefined> {
  const who = isEmail(identifier) ? identifier.trim() : identifier.replace(/[\s-]/g, "");
  try {
    return enter(
      await call("post", "/api/auth/login", {
        body: { userIdentifier: who, userPassword: password, rememberMe: remember === "remember" },
      }),
    );
  } catch (error) {
    if (error instanceof NetworkError) return { key: "offline" };
    if (error instanceof ApiProblem && error.message) return { said: error.message };
    return { key: "failed" };
  }
}
