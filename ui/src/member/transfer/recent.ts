import { cachedUser } from "../../api/member";
import { place, RECENT } from "../../device/given";

const MOST = 3;

/** Whom the member gave to last, as they typed it; the newest first. */
export function recentRecipients(): readonly string[] {
  try {
    const kept: Partial<{ member: string; typed: unknown }> | null = JSON.parse(
      place().get(RECENT) ?? "null",
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
  place().set(
    RECENT,
    JSON.stringify({ member: cachedUser()?._id, typed: [typed, ...others].slice(0, MOST) }),
  );
}
