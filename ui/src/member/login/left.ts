import type { LeftState } from "../../paths";

/** How a member came to the way in, as far as the navigation state tells. */
export function leftFrom(state: unknown): Partial<LeftState> {
  if (typeof state !== "object" || state === null) return {};
  const ended = "ended" in state && state.ended === true;
  const asked = "asked" in state && typeof state.asked === "string" ? state.asked : undefined;
  return { ended, ...(asked !== undefined && { asked }) };
}
