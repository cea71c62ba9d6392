import { useLayoutEffect, useRef } from "react";
import { APART_MS, isField } from "./useScanner";

type TillKey = "Enter" | "Escape" | "F2" | "F4";
export type KeyActions = Partial<Record<TillKey, () => void>>;

/** Returns whether the browser itself presses, opens or sends the element at Enter. */
function answersEnter(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.form !== null;
  return ["A", "BUTTON", "SUMMARY", "SELECT", "TEXTAREA"].includes(target.tagName);
}

/**
 * The keys of a till's keyboard that act wherever the focus is, while `on` and while no dialog is open. An Enter that
 * comes as fast as those of a scanner does nothing, also on a focused button. Keys with `first` act in place of the same
 * keys of the screen around them.
 */
export function useTillKeys(on: boolean, actions: KeyActions, first = false) {
  const latest = useRef(actions);
  latest.current = actions;
  useLayoutEffect(() => {
    if (!on) return;
    let last = Number.NEGATIVE_INFINITY;
    const typed = (event: KeyboardEvent) => {
      const fast = event.timeStamp - last <= APART_MS;
      last = event.timeStamp;
      const { key, target } = event;
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (key === "Enter" && fast) {
        // A field belongs to a form or to nobody: a scan into it is sent by its form.
        if (!isField(target)) event.preventDefault();
        return;
      }
      if (key !== "Enter" && key !== "Escape" && key !== "F2" && key !== "F4") return;
      const act = latest.current[key];
      if (!act || document.querySelector("dialog[open]")) return;
      if (key === "Enter" && answersEnter(target)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", typed, first);
    return () => window.removeEventListener("keydown", typed, first);
  }, [on, first]);
}
