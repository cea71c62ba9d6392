/** The address that a text spells, if it is one. `URL.canParse` is missing in web views of a few years ago. */
export function addressIn(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
