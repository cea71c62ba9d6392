import { useEffect, useRef } from "react";

// A scanner's keys come every 1 to 20 ms; nobody types four signs and Enter at that pace.
export const APART_MS = 50;
export const SHORTEST = 4;

/** Whether keys go into a field, which knows best what to do with them. */
function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/**
 * A scanner that is plugged in or paired is a keyboard: keys that come fast and end in Enter or Tab are a scan, wherever
 * the focus is but in a field. `onText` hears of it while `on`.
 */
export function useScanner(on: boolean, onText: (text: string) => void) {
  const told = useRef(onText);
  told.current = onText;
  useEffect(() => {
    if (!on) return;
    let keys = "";
    let last = 0;
    const typed = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      // A modifier is no sign, and stands between signs of a code with capitals.
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
      // A button that has the focus is not meant.
      event.preventDefault();
      event.stopPropagation();
      told.current(text);
    };
    window.addEventListener("keydown", typed, true);
    return () => window.removeEventListener("keydown", typed, true);
  }, [on]);
}
