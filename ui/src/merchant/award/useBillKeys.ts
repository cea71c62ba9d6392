import { useEffect, useRef } from "react";
import { keyOf } from "../kit/Keypad";
import { APART_MS, SHORTEST, useScanner } from "../kit/useScanner";
import type { Key } from "./amount";

/**
 * Keyboard input for the bill. A barcode scanner sends key events too: once a full code's length arrives
 * faster than a person types, `onUndo` restores the bill from before them, and the rest of the scan is
 * ignored.
 */
export function useBillKeys(
  on: boolean,
  bill: string,
  onKey: (key: Key) => void,
  onUndo: (bill: string) => void,
) {
  const latest = useRef({ bill, onKey, onUndo });
  latest.current = { bill, onKey, onUndo };
  // The scanner's Enter would press the focused button.
  useScanner(on, () => {});
  useEffect(() => {
    if (!on) return;
    let run = { before: "", keys: 0, last: 0 };
    const typed = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== "checkbox") return;
      // The keys belong to the open dialog.
      if (document.querySelector("dialog[open]")) return;
      if (event.ctrlKey || event.metaKey || event.key === "Shift" || event.key === "CapsLock") return;
      if (event.timeStamp - run.last > APART_MS) run = { before: latest.current.bill, keys: 0, last: 0 };
      run.last = event.timeStamp;
      run.keys += 1;
      if (run.keys === SHORTEST) latest.current.onUndo(run.before);
      const key = keyOf(event.key);
      if (key && run.keys < SHORTEST) latest.current.onKey(key);
    };
    window.addEventListener("keydown", typed);
    return () => window.removeEventListener("keydown", typed);
  }, [on]);
}
