import { onDevice } from "./storage";

// The identifier only: a password is never stored.
const IDENTIFIER = "rememberUserIdentifier";
const FLAG = "rememberMe";
/** The recipients of the member's last transfers. */
export const RECENT_RECIPIENTS = "recentRecipients";

/** Returns whether this device may remember the member beyond the tab. */
export const mayRemember = () => onDevice.get(FLAG) === "true";

/** The identifier of the last login, if that member asked to be remembered. */
export function rememberedIdentifier(): string | undefined {
  return mayRemember() ? (onDevice.get(IDENTIFIER) ?? undefined) : undefined;
}

export function remember(identifier: string, wanted: "remember" | "forget") {
  if (wanted === "forget") return forgetRemembered();
  onDevice.set(IDENTIFIER, identifier);
  onDevice.set(FLAG, "true");
}

export function forgetRemembered() {
  for (const slot of [IDENTIFIER, FLAG, RECENT_RECIPIENTS]) onDevice.remove(slot);
}
