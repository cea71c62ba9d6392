/** Parses a text as a URL; undefined if it is none. `URL.canParse` is missing in older web views. */
export function addressIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
