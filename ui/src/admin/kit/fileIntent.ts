import { type Intent, intent } from "../../api/offline/intent";
import { onDevice } from "../../device/storage";

/** A file to import. */
interface MeantFile {
  name: string;
  csv: string;
}

/**
 * The intent of importing a file for `of`. The same file keeps its idempotency key until the server's final
 * answer, even after a browser restart: rows without an id would create a new member each time. Each file
 * has its own entry, so that another file does not drop its key. Only a digest is stored, because a file may
 * exceed the storage limit and contains personal data.
 */
export function fileIntent(of: string, { name, csv }: MeantFile): Intent {
  return intent(`${of}:${digest(`${name}\n${csv}`)}`, csv.length, { strings: onDevice });
}

/** FNV-1a. Two files with one digest would share a key; the server then refuses the second one. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
