import { isTooLarge, ENCODINGS as OTHERS } from "../textFile";

/** Encodings that spreadsheets use in Hong Kong and mainland China. */
export const ENCODINGS = ["utf-8", ...OTHERS] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The reason why a file cannot be read here. */
export type Unread = "size" | "encoding";

/** The text of a file, unless it is too large or invalid in that encoding (it would be corrupted). */
export async function readFile(
  file: Blob,
  encoding: Encoding,
): Promise<{ text: string } | { unread: Unread }> {
  if (isTooLarge(file)) return { unread: "size" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A byte order mark overrides the chosen encoding.
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    return { text: new TextDecoder(marked ? "utf-8" : encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { unread: "encoding" };
  }
}
