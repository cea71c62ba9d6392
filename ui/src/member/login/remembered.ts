import { onDevice } from "../../device/storage";

// The identifier only: a password is never stored.
const IDENTIFIER = "rememberUserIdentifier";
const FLAG = "rememberMe";

/** Who logged in here last, if they asked to be remembered. */
export function rememberedIdentifier(): string | undefined {
  return onDevice.get(FLAG) === "true" ? (onDevice.get(IDENTIFIER) ?? undefined) : undefined;
}

export function remember(identifier: string, wanted: "remember" | "forget") {
  if (wanted === "remember") {
    onDevice.set(IDENTIFIER, identifier);
    onDevice.set(FLAG, "true");
  } else {
    onDevice.remove(IDENTIFIER);
    onDevice.remove(FLAG);
  }
}
