import { cachedUser } from "../../api/member";
import { pendingStorage, RECENT_RECIPIENTS } from "../../device/pendingStorage";

const MOST = 3;

/** Whom the member gave to last, as they typed it; the newest first. */
export function recentRecipients(): readonly string[] {
  try {
    const kept: Partial<{ member: string; typed: unknown }> | null = JSON.parse(
      pendingStorage().get(RECENT_RECIPIENTS) ?? "null",
    );
    // Another member's on a shared device are nobody's business.
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
