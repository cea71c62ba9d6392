import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ApiProblem, NetworkError } from "../../../api/problem";
import { isStrongPassword } from "../../../kit/form/validation";

export type Choice = { name: string; password: string; confirm: string };
export type ChoiceError = "nameRequired" | "weakPassword" | "passwordMismatch";

/** The result of using a link; `said` is the server's message for a field or for the whole form. */
export type Acceptance =
  | { done: true }
  | { failed: "dead" | "offline" | "unexpected" }
  | { failed: "said"; field?: "name" | "password"; value?: string; said: string };

/** The purpose of a link. Checking does not use it up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ["staff-link", token],
    queryFn: ({ signal }) => call("post", "/api/staff/link", { body: { token }, signal }),
    retry: false,
  });

/** Returns whether an error means that the link is used, expired or unknown. */
export const isDead = (error: unknown) => error instanceof ApiProblem && error.code === "link_expired";

export function checkChoice(
  { name, password, confirm }: Choice,
  named: boolean,
  long = false,
): Partial<Record<keyof Choice, ChoiceError>> {
  const errors: Partial<Record<keyof Choice, ChoiceError>> = {};
  if (named && name.trim() === "") errors.name = "nameRequired";
  if (!isStrongPassword(password, long)) errors.password = "weakPassword";
  if (password !== confirm) errors.confirm = "passwordMismatch";
  return errors;
}

/** Uses the link: sets the password and, for an invitation, the name. */
export async function accept(token: string, choice: Choice, named: boolean): Promise<Acceptance> {
  const body = { token, password: choice.password, ...(named && { name: choice.name.trim() }) };
  try {
    await call("post", "/api/staff/link/accept", { body });
    return { done: true };
  } catch (error) {
    if (error instanceof NetworkError) return { failed: "offline" };
    if (!(error instanceof ApiProblem)) return { failed: "unexpected" };
    if (isDead(error)) return { failed: "dead" };
    for (const field of ["name", "password"] as const) {
      const told = error.errors.find((one) => one.field === field);
      if (told) return { failed: "said", field, value: choice[field], said: told.message };
    }
    return error.message ? { failed: "said", said: error.message } : { failed: "unexpected" };
  }
}
