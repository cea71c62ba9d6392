/** One page of a list, newest first, and where the next one begins. */
export interface Page<T> {
  rows: T[];
  next: string | undefined;
}

/** The cursor of the next page, from `Link: <…?cursor=…>; rel="next"`. */
export function nextCursor(headers: Headers): string | undefined {
  const link = headers.get("Link")?.match(/<([^>]*)>\s*;[^,]*\brel="?next\b/)?.[1];
  return link ? (new URL(link, "http://api").searchParams.get("cursor") ?? undefined) : undefined;
}
