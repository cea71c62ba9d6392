import { type LeftState, paths } from "../../shared/paths";

/** The screens that ask for a login explicitly (specification, section 8). */
const PRIVATE: readonly string[] = [paths.points, paths.scan, paths.notifications];

/** The reason why the member came to the login screen, read from the navigation state. */
export function leftFrom(state: unknown): Partial<LeftState> & { required?: boolean } {
  if (typeof state !== "object" || state === null) return {};
  const ended = "ended" in state && state.ended === true;
  const asked = "asked" in state && typeof state.asked === "string" ? state.asked : undefined;
  return asked === undefined ? { ended } : { ended, asked, required: PRIVATE.includes(asked) };
}
