import { useEffect, useState } from "react";

/** The key under which the tab keeps the draft of a form. */
const slotOf = (name: string) => `draft:${name}`;

/** The draft of a form that the tab keeps; `undefined` if it keeps no draft. */
export function readKept<T extends object>(name: string): T | undefined {
  try {
    const kept: T | null = JSON.parse(sessionStorage.getItem(slotOf(name)) ?? "null");
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a form over reloads and other screens; forgets it without a value. */
export function writeKept(name: string, value: object | undefined) {
  try {
    if (value) sessionStorage.setItem(slotOf(name), JSON.stringify(value));
    else sessionStorage.removeItem(slotOf(name));
  } catch {
    // Storage is full: the draft is still on the screen.
  }
}

/** Keeps the value of a form while it differs from what is stored, and asks before the tab closes with it. */
export function useKept(name: string, value: object, changed: boolean) {
  useEffect(() => writeKept(name, changed ? value : undefined), [name, value, changed]);
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [changed]);
}

/** The draft that the tab kept, and whether the form on the screen is that draft until `settle` is called. */
export function useRestored<T extends object>(name: string) {
  const [kept] = useState(() => readKept<T>(name));
  const [restored, setRestored] = useState(kept !== undefined);
  return { kept, restored, settle: () => setRestored(false) };
}
