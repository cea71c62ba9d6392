/** The description of every call, served by this programme itself. */
export const DOCS = "/api/docs";

/** A sign-in as a shell takes it: what it reads is typed, so that no history keeps a password. */
export function signInCommand(origin: string): string {
  return `curl ${origin}/api/staff/login -H 'Content-Type: application/json' -d @-`;
}

/** What that command reads. */
export function signInBody(email: string): string {
  return JSON.stringify({ email, password: "…" });
}
