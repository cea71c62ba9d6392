import type { ExpiryForm } from "./expiry";

const SLOT = "draft:expiry";

/**
 * The draft that this tab keeps while its owner writes the texts or the terms on another screen. `undefined` if there is
 * none, or if another policy was switched on since. A first day that has passed becomes `today`, such as 2026-03-12.
 */
export function keptDraft(version: number, today: string): ExpiryForm | undefined {
  try {
    const kept: { version: number; form: ExpiryForm } | null = JSON.parse(
      sessionStorage.getItem(SLOT) ?? "null",
    );
    if (!kept?.form || kept.version !== version) return undefined;
    return { ...kept.form, starts: kept.form.starts < today ? today : kept.form.starts };
  } catch {
    return undefined;
  }
}

/** Keeps a draft of the policy that follows this version; forgets it without a form. */
export function keepDraft(version: number, form: ExpiryForm | undefined) {
  try {
    if (form) sessionStorage.setItem(SLOT, JSON.stringify({ version, form }));
    else sessionStorage.removeItem(SLOT);
  } catch {
    // Storage is full: the draft is still on the screen.
  }
}
