import { useEffect, useRef } from "react";
import { onDevice } from "../../device/storage";

const OFF = "oneLetterKeys";

/** Returns whether this device uses keys of one letter. Such keys disturb people who control it by speech. */
export const usesLetterKeys = () => onDevice.get(OFF) !== "off";

export function saveLetterKeys(on: boolean) {
  if (on) onDevice.remove(OFF);
  else onDevice.set(OFF, "off");
}

/** Returns whether the press of a key belongs to a field, an open dialog or the browser. */
export const isTyping = ({ target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) =>
  ctrlKey ||
  metaKey ||
  altKey ||
  repeat ||
  document.querySelector("dialog[open]") !== null ||
  (target instanceof HTMLElement &&
    target.closest("input,textarea,select,[contenteditable],dialog") !== null);

/** Keys of one letter for the screen, by the letter in lower case. They do nothing while a field has the focus. */
export function useLetterKeys(keys: Readonly<Record<string, () => void>>) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = latest.current[event.key.toLowerCase()];
      if (!act || event.shiftKey || isTyping(event) || !usesLetterKeys()) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** `?` opens the list of keys. It works with the letter keys switched off too, unless a field or dialog has the focus. */
export function useKeysKey(active: boolean, open: () => void) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || isTyping(event)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [active]);
}
