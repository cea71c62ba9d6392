import { useEffect, useRef } from "react";
import { keyOf } from "../kit/Keypad";
import { APART_MS, SHORTEST, useScanner } from "../kit/useScanner";
import type { Key } from "./amount";

/**
 * The keys of a real keyboard for the bill. A scanner's keys come there as well: once as many as a code has came faster
 * than anybody types, they are taken off the bill again, by `onUndo` with what stood there before them, and the rest of
 * them are not heard.
 */
export function useBillKeys(
  on: boolean,
  bill: string,
  onKey: (key: Key) => void,
  onUndo: (bill: string) => void,
) {
  const latest = useRef({ bill, onKey, onUndo });
  latest.current = { bill, onKey, onUndo };
  // Its Enter would press a button that has the focus.
  useScanner(on, () => {});
  useEffect(() => {
    if (!on) return;
    let run = { before: "", keys: 0, last: 0 };
    const typed = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.type !== "checkbox") return;
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
