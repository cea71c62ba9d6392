/** The previous screen from the navigation's `state`; undefined if none was given. */
export function cameFrom(state: unknown): string | undefined {
  const from: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "from") : undefined;
  return typeof from === "string" ? from : undefined;
}
