/** The screen that `state` of the navigation names as the one before, where it named one. */
export function cameFrom(state: unknown): string | undefined {
  const from: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "from") : undefined;
  return typeof from === "string" ? from : undefined;
}
