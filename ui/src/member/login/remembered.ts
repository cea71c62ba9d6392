// The identifier only: a password is never stored.
const IDENTIFIER = "rememberUserIdentifier";
const FLAG = "rememberMe";

/** Who logged in here last, if they asked to be remembered. */
export function rememberedIdentifier(): string | undefined {
  return localStorage.getItem(FLAG) === "true" ? (localStorage.getItem(IDENTIFIER) ?? undefined) : undefined;
}

export function remember(identifier: string, wanted: "remember" | "forget") {
  if (wanted === "remember") {
    localStorage.setItem(IDENTIFIER, identifier);
    localStorage.setItem(FLAG, "true");
  } else {
    localStorage.removeItem(IDENTIFIER);
    localStorage.removeItem(FLAG);
  }
}
