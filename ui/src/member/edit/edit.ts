import { call } from "../../api/call";
import { type UserInfo, userQuery } from "../../api/member";
import type { Channel } from "../../api/oneTimeCodes";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { ServerMessage } from "../../i18n/serverMessage";

export type EditFailure =
  | { key: "offline" | "profile" | "password" }
  /** The password passes the rules that the form checks, but the server finds it easy to guess. */
  | { key: "guessable" }
  /** The login is too old for this change, or the current password was wrong. */
  | { key: "currentNeeded" | "currentWrong" }
  /** The server's message, and the request field that it is about. */
  | (ServerMessage & { field: string | undefined });

/** `unproven`: the contact needs another code or another value. Holds the server's message. */
export type ContactFailure = EditFailure | { unproven: ServerMessage };

const UNPROVEN: ReadonlySet<string> = new Set([
  "email_not_verified",
  "phone_not_verified",
  "email_in_use",
  "phone_in_use",
]);

/** Updates the cached member for every screen that shows it. */
function learn(change: Partial<UserInfo>) {
  queryClient.setQueryData(userQuery().queryKey, (user) => user && { ...user, ...change });
}

export async function saveName(firstName: string, lastName: string): Promise<EditFailure | undefined> {
  try {
    await call("put", "/api/auth/updateUser", { body: { firstName, lastName } });
    learn({ firstName, lastName });
    return undefined;
  } catch (error) {
    return failureOf(error, "profile");
  }
}

/** Tells the month and day of birth, such as 02-29. The server keeps the first one that it was told. */
export async function saveBirthday(birthday: string): Promise<EditFailure | undefined> {
  try {
    await call("put", "/api/auth/birthday", { body: { birthday } });
    learn({ birthday });
    return undefined;
  } catch (error) {
    // Another device told it: the record shows which day.
    if (error instanceof ApiProblem && error.code === "birthday_already_set")
      void queryClient.invalidateQueries({ queryKey: userQuery().queryKey });
    return failureOf(error, "profile");
  }
}

/** Send `currentPassword` only after the server asked for it. */
export async function savePassword(
  password: string,
  currentPassword: string | undefined,
): Promise<EditFailure | undefined> {
  const body = currentPassword === undefined ? { password } : { password, currentPassword };
  try {
    await call("put", "/api/auth/updateUser", { body });
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem) {
      const codes = codesOf(error);
      if (codes.includes("invalid_credentials")) return { key: "currentWrong" };
      if (codes.includes("reauthentication_required"))
        return { key: currentPassword === undefined ? "currentNeeded" : "currentWrong" };
      if (codes.includes("weak_password")) return { key: "guessable" };
    }
    return failureOf(error, "password");
  }
}

/** Adds a contact whose code was just accepted. */
export async function saveContact(channel: Channel, value: string): Promise<ContactFailure | undefined> {
  try {
    await call("put", "/api/auth/updateUser", {
      body: channel === "email" ? { email: value } : { phone: value },
    });
    learn(channel === "email" ? { email: value } : { phone: value });
    return undefined;
  } catch (error) {
    const failure = failureOf(error, "profile");
    const unproven = error instanceof ApiProblem && codesOf(error).some((code) => UNPROVEN.has(code));
    return unproven && "said" in failure ? { unproven: failure } : failure;
  }
}

const codesOf = ({ code, errors }: ApiProblem) => [code, ...errors.map((about) => about.code)];

function failureOf(error: unknown, key: "profile" | "password"): EditFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  // The server's message about a field says more than a general failure.
  if (error instanceof ApiProblem && error.status >= 400 && error.status < 500) {
    const [about] = error.errors;
    const told = serverMessageIn(error, about);
    if (told) return { ...told, field: about?.field };
  }
  return { key };
}
