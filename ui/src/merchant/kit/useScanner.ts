import { useLayoutEffect, useRef } from "react";

// A scanner sends a key every 1 to 20 ms; nobody types four characters and Enter at that pace.
export const APART_MS = 50;
export const SHORTEST = 4;

/** Returns whether the keys go into a field, which handles them itself. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/**
 * A connected barcode scanner acts as a keyboard: fast keys that end in Enter or Tab are a scan, unless a
 * field has the focus. Calls `onText` while `on`.
 */
export function useScanner(on: boolean, onText: (text: string) => void) {
  const told = useRef(onText);
  told.current = onText;
  // A passive effect may run after its screen was left again, and would leave the listener behind.
  useLayoutEffect(() => {
    if (!on) return;
    let keys = "";
    let last = 0;
    const typed = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      // A modifier key is not a character; it comes between the characters of a code with capitals.
      if (event.key === "Shift" || event.key === "CapsLock") return;
      if (event.timeStamp - last > APART_MS) keys = "";
      last = event.timeStamp;
      if (event.key.length === 1) {
        keys += event.key;
        return;
      }
      const text = keys.trim();
      keys = "";
      if ((event.key !== "Enter" && event.key !== "Tab") || text.length < SHORTEST) return;
      // Keeps Enter from pressing the focused button.
      event.preventDefault();
      event.stopPropagation();
      told.current(text);
    };
    window.addEventListener("keydown", typed, true);
    return () => window.removeEventListener("keydown", typed, true);
  }, [on]);
}
