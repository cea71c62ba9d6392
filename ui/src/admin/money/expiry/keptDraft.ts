import { readKept, writeKept } from "../../kit/editor/keptForm";
import type { ExpiryForm } from "./expiry";

const FORM = "expiry";

/**
 * The draft that this tab keeps while its owner writes the texts or the terms on another screen. `undefined` if there is
 * none, or if another policy was switched on since. A first day that has passed becomes `today`, such as 2026-03-12.
 */
export function keptDraft(version: number, today: string): ExpiryForm | undefined {
  const kept = readKept<{ version: number; form: ExpiryForm }>(FORM);
  if (!kept?.form || kept.version !== version) return undefined;
  return { ...kept.form, starts: kept.form.starts < today ? today : kept.form.starts };
}

/** Keeps a draft of the policy that follows this version; forgets it without a form. */
export function keepDraft(version: number, form: ExpiryForm | undefined) {
  writeKept(FORM, form && { version, form });
}
