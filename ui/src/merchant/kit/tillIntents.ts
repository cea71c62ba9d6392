import type { IntentPlace } from "../../api/offline/intent";
import { adoptIntents, forgetIntents, type OpenIntent } from "../../device/openIntents";
import { onDevice } from "../../device/storage";

// The server replays its answer to a key for this long; after that, an old key would place a new order.
const LIFE_MS = 86_400_000;

/** The kinds of intents at a counter. */
export const COUNTER_KINDS = {
  award: "counter-award",
  undo: "counter-undo",
  slip: "counter-slip",
  collect: "counter-collect",
  return: "counter-return",
  card: "counter-card",
  code: "counter-code",
} as const;
const KINDS: readonly string[] = Object.values(COUNTER_KINDS);

const ownerAt = (till: string, person: string) => `${till} ${person}`;

/**
 * Open intents of one person at one till, kept across restarts of the app, so that a retry uses the same
 * idempotency key. Another person or till cannot see them.
 */
export function tillIntents(till: string, person: string): IntentPlace {
  adoptIntents(OLD_SLOT, onDevice, read);
  return { strings: onDevice, owner: ownerAt(till, person), lifeMs: LIFE_MS };
}

/** Removes everything stored when this device stops being a till. */
export function forgetTillIntents() {
  forgetIntents(({ kind }) => KINDS.includes(kind));
  onDevice.remove(OLD_SLOT);
}

// The key under which earlier versions of the app kept each cashier's idempotency keys and, for two kinds of
// intents, the order.
const OLD_SLOT = "counterKept";
const OLD_NOTES: Readonly<Record<string, string>> = {
  [COUNTER_KINDS.award]: "counter:award",
  [COUNTER_KINDS.card]: "counter:card",
};

interface OldLines {
  till: string;
  lines: Readonly<Record<string, { at: number; text: string }>>;
}

function read(text: string): OpenIntent[] {
  const { till, lines }: OldLines = JSON.parse(text);
  return Object.entries(lines).flatMap(([name, { at, text }]) => {
    const [person = "", slot = ""] = name.split(" ");
    const kind = KINDS.find((one) => slot === `intent:${one}`);
    if (!kind) return [];
    const [key = "", ...request] = text.split(" ");
    const note = lines[`${person} ${OLD_NOTES[kind]}`]?.text;
    return [
      {
        kind,
        owner: ownerAt(till, person),
        key,
        request: JSON.parse(request.join(" ")),
        since: at,
        until: at + LIFE_MS,
        ...(note ? { note: JSON.parse(note) } : {}),
      },
    ];
  });
}
