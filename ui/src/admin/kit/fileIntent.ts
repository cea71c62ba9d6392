import { type Intent, intent } from "../../api/offline/intent";
import { onDevice } from "../../device/storage";

/** A file as somebody means to have it taken. */
interface MeantFile {
  name: string;
  csv: string;
}

/**
 * The intent `of` taking a file. The same file gets the same key until the server's last word, even after the browser
 * was closed: rows that name nobody would be somebody new each time. Every file has a place of its own, so that
 * another one in between does not drop its key, and only a digest of it is kept: a whole file may be more than a
 * browser takes, and is full of people.
 */
export function fileIntent(of: string, { name, csv }: MeantFile): Intent {
  return intent(`${of}:${digest(`${name}\n${csv}`)}`, csv.length, onDevice);
}

/** FNV-1a. Two files alike in it would share a key, and the server refuses the second one without taking it. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
