import { onDevice, type Strings } from "../../device/storage";

const NAME = "counterKept";
// For so long the server repeats its answer to a key; after that, an old key would be a new order.
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
 * What one person at one till has begun and not heard the end of. It outlives the app, however that is
 * closed, so that the next try asks under the same key; another person or till sees nothing of it.
 */
export function tillStorage(till: string, person: string): Strings {
  const named = (name: string) => `${person} ${name}`;
  return {
    get: (name) => read(till)[named(name)]?.text ?? null,
    set(name, text) {
      const lines = read(till);
      const before = lines[named(name)];
      // The same thing said again is no younger.
      const at = before?.text === text ? before.at : Date.now();
      write(till, { ...lines, [named(name)]: { at, text } });
    },
    remove(name) {
      const { [named(name)]: _, ...rest } = read(till);
      write(till, rest);
    },
  };
}

/** This device is a till no more. */
export function forgetTillStorage() {
  onDevice.remove(NAME);
}
