import { cachedUser } from "../../api/member";
import { pendingStorage, RECENT_RECIPIENTS } from "../../device/pendingStorage";

const MOST = 3;

/** The last recipients as the member typed them, newest first. */
export function recentRecipients(): readonly string[] {
  try {
    const kept: Partial<{ member: string; typed: unknown }> | null = JSON.parse(
      pendingStorage().get(RECENT_RECIPIENTS) ?? "null",
    );
    // On a shared device, recipients of another member are ignored.
    if (!kept || kept.member !== cachedUser()?._id || !Array.isArray(kept.typed)) return [];
    return kept.typed.filter((one) => typeof one === "string").slice(0, MOST);
  } catch {
    return [];
  }
}

export function keepRecipient(typed: string) {
  const others = recentRecipients().filter((one) => one.toLowerCase() !== typed.toLowerCase());
  pendingStorage().set(
    RECENT_RECIPIENTS,
    JSON.stringify({ member: cachedUser()?._id, typed: [typed, ...others].slice(0, MOST) }),
  );
}
