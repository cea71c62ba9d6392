import { call } from "../../api/call";
import { withCaptcha } from "../../api/captcha";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import { startSession as takeIn } from "../../api/startSession";
import type { ServerMessage } from "../../i18n/serverMessage";
import { isEmail, isPhone } from "../../kit/form/validation";

export type Credentials = { identifier: string; password: string };
export type FieldError = "userIdentifierRequired" | "invalidUserIdentifier" | "passwordRequired";
/** The reason why the login failed: the server's message or one of our keys. */
export type LoginFailure =
  | ServerMessage
  | {
      key:
        | "failed"
        | "unexpected"
        | "noToken"
        | "offline"
        | "noCredentials"
        | "biometricUnsupported"
        | "biometricUnavailable"
        | "serverAuthenticationFailed";
    }
  | { key: "biometricFailed"; said: ServerMessage | undefined };

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

/** Starts the session of a login response. Returns the failure if the response is not usable. */
export function enter(answer: Parameters<typeof takeIn>[0]): LoginFailure | undefined {
  const key = takeIn(answer);
  return key && { key };
}

/** Logs in. Returns undefined on success. */
export async function login(
  { identifier, password }: Credentials,
  remember: "remember" | "forget",
): Promise<LoginFailure | undefined> {
  const who = isEmail(identifier) ? identifier.trim() : identifier.replace(/[\s-]/g, "");
  const body = { userIdentifier: who, userPassword: password, rememberMe: remember === "remember" };
  try {
    return enter(
      await withCaptcha((captcha) => call("post", "/api/auth/login", { body: { ...body, ...captcha } })),
    );
  } catch (error) {
    if (error instanceof NetworkError) return { key: "offline" };
    return (error instanceof ApiProblem && serverMessageIn(error)) || { key: "failed" };
  }
}
