import { inTab, type Strings } from "../../device/storage";

/**
 * One key for one intent of the member (one review screen, one purchase), so that a retry after a
 * cut line or a reload pays once. Kept before sending, and until an answer that is final.
 */
export interface Intent {
  readonly key: string;
  /** The server gave its last word: the next attempt is a new intent. */
  settle(): void;
}

/**
 * The intent called `name` (say "transfer") for these very `details`; other details are another intent.
 * The same details asked for again before an answer get the same key back, for as long as `place` keeps it.
 */
export function intent(name: string, details: unknown, place: Strings = inTab): Intent {
  const slot = slotOf(name);
  const wanted = JSON.stringify(details);
  const kept = place.get(slot);
  let key: string | undefined;
  if (kept) {
    const [keptKey, ...rest] = kept.split(" ");
    if (rest.join(" ") === wanted) key = keptKey;
  }
  const chosen = key ?? newKey();
  place.set(slot, `${chosen} ${wanted}`);
  return {
    key: chosen,
    settle() {
      if (place.get(slot)?.startsWith(`${chosen} `)) place.remove(slot);
    },
  };
}

/** A final answer ends an intent: done, or refused by the rules. A lost line, 401, 429 and 5xx do not. */
export function isFinal(status: number): boolean {
  return status < 400 || (status !== 401 && status !== 429 && status < 500);
}

const slotOf = (name: string) => `intent:${name}`;

export function newKey(): string {
  // Of a timestamp and chance, as the specification asks; randomUUID would be missing on plain http.
  const chance = crypto.getRandomValues(new Uint8Array(12));
  return `${Date.now()}-${Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
