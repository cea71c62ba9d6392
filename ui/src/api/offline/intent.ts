import { adoptIntents, forgetIntents, keepIntent, openIntents } from "../../device/openIntents";
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

/** The storage of intents, their owner, and the time for which they are kept. */
export interface IntentPlace {
  strings: Strings;
  owner?: string | undefined;
  lifeMs?: number;
}

const TAB: IntentPlace = { strings: inTab };

/**
 * The intent of this `kind` (such as "stock") with exactly this `request`; another request makes another
 * intent. The same request before a final response gets the same key again. `note` is kept beside it.
 */
export function intent(kind: string, request: unknown, place = TAB, note?: unknown): Intent {
  const { strings, owner, lifeMs } = place;
  adoptIntents(`intent:${kind}`, strings, (text) => {
    const [key = "", ...rest] = text.split(" ");
    return [{ kind, owner, key, request: JSON.parse(rest.join(" ")), since: Date.now() }];
  });
  const wanted = JSON.stringify(request);
  const before = openIntents(kind, owner, [strings]).find((one) => JSON.stringify(one.request) === wanted);
  const since = before?.since ?? Date.now();
  const key = before?.key ?? newKey();
  forgetIntents((one) => one.kind === kind && one.owner === owner);
  keepIntent({ kind, owner, key, request, since, until: lifeMs && since + lifeMs, note }, strings);
  return { key, settle: () => forgetIntents((one) => one.key === key) };
}

/** A final response ends an intent: success or refusal. A network error, 401, 429 and 5xx do not. */
export function isFinal(status: number): boolean {
  return status < 400 || (status !== 401 && status !== 429 && status < 500);
}

export function newKey(): string {
  // A timestamp and random bytes, as the specification requires. randomUUID is missing on plain http.
  const chance = crypto.getRandomValues(new Uint8Array(12));
  return `${Date.now()}-${Array.from(chance, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
