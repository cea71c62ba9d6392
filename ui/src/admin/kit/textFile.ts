/** How spreadsheets here save text, besides UTF-8. */
export const ENCODINGS = ["big5", "gbk"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The text of a file, or undefined where its bytes are none in that encoding; UTF-8 unless it is said. */
export function decode(bytes: BufferSource, encoding?: Encoding): string | undefined {
  try {
    return new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** What the server takes at most of a file of rows. */
export const MOST_MB = 4;

/** Whether the server would refuse a file for its size: it is neither read nor sent. */
export const isTooLarge = ({ size }: Blob) => size > MOST_MB * 1024 * 1024;
