/** Encodings besides UTF-8 that local spreadsheets use. */
export const ENCODINGS = ["big5", "gbk"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The decoded text, or undefined if the bytes are invalid; UTF-8 by default. */
export function decode(bytes: BufferSource, encoding?: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The server's limit for a file of rows. */
export const MOST_MB = 4;

/** Returns whether a file exceeds the server's limit. Such a file is neither read nor sent. */
export const isTooLarge = ({ size }: Blob) => size > MOST_MB * 1024 * 1024;
