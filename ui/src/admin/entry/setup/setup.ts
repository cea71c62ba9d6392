import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ApiProblem, NetworkError } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { isEmail, isStrongPassword } from "../../../kit/form/validation";

export type Owner = { name: string; email: string; password: string; confirm: string };
export type OwnerField = "name" | "email" | "password";
export type OwnerError =
  | "nameRequired"
  | "emailRequired"
  | "invalidEmail"
  | "weakPassword"
  | "passwordMismatch";

/** The server's error for one value of a field; it disappears when the value changes. */
export interface Objection {
  field: OwnerField;
  value: string;
  said: string;
}

export type SetupOutcome =
  | { made: components["schemas"]["StaffInfo"] }
  /** The link is used, expired or unknown. */
  | { failed: "closed" }
  | { failed: "refused"; objections: readonly Objection[] }
  | { failed: "said"; said: string }
  | { failed: "offline" | "unexpected" };

/** Asks the server whether the programme still needs its first owner. */
export const setupQuery = () =>
  queryOptions({
    queryKey: ["staff-setup"],
    queryFn: ({ signal }) => call("get", "/api/staff/setup", { signal }),
  });

export function checkOwner(
  { name, email, password, confirm }: Owner,
  long = false,
): Partial<Record<keyof Owner, OwnerError>> {
  const errors: Partial<Record<keyof Owner, OwnerError>> = {};
  if (name.trim() === "") errors.name = "nameRequired";
  if (email.trim() === "") errors.email = "emailRequired";
  else if (!isEmail(email)) errors.email = "invalidEmail";
  if (!isStrongPassword(password, long)) errors.password = "weakPassword";
  if (password !== confirm) errors.confirm = "passwordMismatch";
  return errors;
}

/** Creates the first owner with the token of the one-time link. */
export async function makeOwner(token: string, owner: Owner): Promise<SetupOutcome> {
  const sent = { name: owner.name.trim(), email: owner.email.trim(), password: owner.password };
  try {
    const answer = await call("post", "/api/staff/setup", { body: { token, ...sent } });
    // A proxy may send its own page with status 200.
    if (!answer || typeof answer !== "object" || !answer.success) return { failed: "unexpected" };
    return { made: answer.staff };
  } catch (error) {
    if (error instanceof NetworkError) return { failed: "offline" };
    if (!(error instanceof ApiProblem)) return { failed: "unexpected" };
    if (error.code === "setup_closed") return { failed: "closed" };
    const objections = objectionsOf(error, owner);
    if (objections.length > 0) return { failed: "refused", objections };
    return error.message ? { failed: "said", said: error.message } : { failed: "unexpected" };
  }
}

const FIELDS: readonly OwnerField[] = ["name", "email", "password"];

function objectionsOf(problem: ApiProblem, owner: Owner): Objection[] {
  return FIELDS.flatMap((field) => {
    const told = problem.errors.find((error) => error.field === field);
    return told ? [{ field, value: owner[field], said: told.message }] : [];
  });
}
