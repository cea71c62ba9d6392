import { onDevice, type Strings } from "../../device/storage";

const NAME = "counterKept";
// The server replays its answer to a key for this long; after that, an old key would place a new order.
const LIFE_MS = 86_400_000;

interface Line {
  at: number;
  text: string;
}
type Lines = Readonly<Record<string, Line>>;

function read(till: string): Lines {
  try {
    const kept: { till?: string; lines?: Lines } = JSON.parse(onDevice.get(NAME) ?? "{}");
    if (kept.till !== till) return {};
    const alive = Object.entries(kept.lines ?? {}).filter(([, { at }]) => Date.now() - at < LIFE_MS);
    return Object.fromEntries(alive);
  } catch {
    return {};
  }
}

function write(till: string, lines: Lines) {
  if (Object.keys(lines).length > 0) onDevice.set(NAME, JSON.stringify({ till, lines }));
  else onDevice.remove(NAME);
}

/**
 * Open intents of one person at one till, kept across restarts of the app, so that a retry uses the same
 * idempotency key. Another person or till cannot see them.
 */
export function tillStorage(till: string, person: string): Strings {
  const named = (name: string) => `${person} ${name}`;
  return {
    get: (name) => read(till)[named(name)]?.text ?? null,
    set(name, text) {
      const lines = read(till);
      const before = lines[named(name)];
      // Storing the same text again does not extend its life.
      const at = before?.text === text ? before.at : Date.now();
      write(till, { ...lines, [named(name)]: { at, text } });
    },
    remove(name) {
      const { [named(name)]: _, ...rest } = read(till);
      write(till, rest);
    },
  };
}

/** Removes everything stored when this device stops being a till. */
export function forgetTillStorage() {
  onDevice.remove(NAME);
}
