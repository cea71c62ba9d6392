import { keptLink } from "./schema";

/** A valid link address, with a missing scheme added; undefined for any other. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const wanted = /^[a-z]+:/i.test(text) ? text : text.includes("@") ? `mailto:${text}` : `https://${text}`;
  return keptLink(wanted)?.href;
}
