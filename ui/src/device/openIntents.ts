import { inTab, onDevice, type Strings } from "./storage";

/** A request that was sent, or is about to be, and whose final answer this device does not have. */
export interface OpenIntent<Note = unknown> {
  kind: string;
  /** The sender, where several people use one storage. */
  owner?: string | undefined;
  /** The idempotency key: the same request under the same key is carried out once. */
  key: string;
  request: unknown;
  /** The time at which the request was first sent, by this device's clock. */
  since: number;
  /** The time at which the intent is forgotten, by this device's clock. */
  until?: number | undefined;
  /** The data with which a screen shows it again. */
  note?: Note;
}

const SLOT = "intents";
/** The storages that may hold intents: that of a device that remembers its member, and that of this tab. */
const PLACES = [onDevice, inTab];

const isIntent = (one: unknown): one is OpenIntent =>
  typeof one === "object" &&
  one !== null &&
  "kind" in one &&
  "key" in one &&
  typeof one.key === "string" &&
  "since" in one &&
  typeof one.since === "number";

/** The open intents of one kind and owner, the last first. */
export function openIntents<Note>(
  kind: string,
  owner?: string,
  places: readonly Strings[] = PLACES,
): OpenIntent<Note>[] {
  const found = places.flatMap((place) => intentsIn<Note>(place));
  return found.filter(
    (one, at) =>
      one.kind === kind && one.owner === owner && found.findIndex(({ key }) => key === one.key) === at,
  );
}

function intentsIn<Note>(place: Strings): OpenIntent<Note>[] {
  try {
    const kept: OpenIntent<Note>[] = JSON.parse(place.get(SLOT) ?? "[]");
    return Array.isArray(kept)
      ? kept.filter((one) => isIntent(one) && (one.until === undefined || one.until > Date.now()))
      : [];
  } catch {
    return [];
  }
}

const write = (place: Strings, intents: readonly OpenIntent[]) =>
  intents.length > 0 ? place.set(SLOT, JSON.stringify(intents)) : place.remove(SLOT);

/** Keeps an intent in `place`; the others of its kind and owner move there with it. */
export function keepIntent(one: OpenIntent, place: Strings) {
  const { kind, owner, key } = one;
  const others = openIntents(kind, owner).filter((other) => other.key !== key);
  forgetIntents((other) => other.kind === kind && other.owner === owner);
  write(place, [one, ...others, ...intentsIn(place)]);
}

/** Forgets intents wherever they are. */
export function forgetIntents(which: (one: OpenIntent) => boolean) {
  for (const place of PLACES) {
    const before = intentsIn(place);
    const rest = before.filter((one) => !which(one));
    if (rest.length < before.length) write(place, rest);
  }
}

/**
 * Takes over what an earlier version of the app kept under `slot`, once: a request of that version may still be
 * open, and only under its own key is it not carried out again.
 */
export function adoptIntents(slot: string, place: Strings, read: (text: string) => readonly OpenIntent[]) {
  const text = place.get(slot);
  if (text === null) return;
  try {
    const known = intentsIn(place);
    const found = read(text).filter((one) => isIntent(one) && !known.some(({ key }) => key === one.key));
    write(place, [...known, ...found]);
  } catch {
    // The value was damaged, so nothing in it can be sent again.
  }
  place.remove(slot);
}
