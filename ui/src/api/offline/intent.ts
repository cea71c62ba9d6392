import { inTab, type Strings } from "../../device/storage";

/**
 * One idempotency key for one intent of the member (one review screen, one purchase), so that a retry after a
 * network error or a reload pays once. Stored before sending, and kept until the final response.
 */
export interface Intent {
  readonly key: string;
  /** The server gave its final response: the next attempt is a new intent. */
  settle(): void;
}

/**
 * The intent called `name` (such as "transfer") with exactly these `details`; other details make another
 * intent. The same details before a final response get the same key again, while `place` keeps it.
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

/** A final response ends an intent: success or refusal. A network error, 401, 429 and 5xx do not. */
export function isFinal(status: number): boolean {
  return status < 400 || (status !== 401 && status !== 429 && status < 500);
}

const slotOf = (name: string) => `intent:${name}`;

export function newKey(): string {
  // A timestamp and random bytes, as the specification requires. randomUUID is missing on plain http.
  const chance = crypto.getRandomValues(new Uint8Array(12));
  return `${Date.now()}-${Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
