import { keptLink } from "./schema";

/** An address that a link may lead to, completed where its beginning was left out; undefined for any other. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!text) return undefined;
  const wanted = /^[a-z]+:/i.test(text) ? text : text.includes("@") ? `mailto:${text}` : `https://${text}`;
  return keptLink(wanted)?.href;
}
