import { useEffect, useRef } from "react";

/** Ctrl K, or ⌘ K, opens the search, unless a dialog is open. */
export function useFindKey(active: boolean, open: () => void) {
  const latest = useRef(open);
  latest.current = open;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      if (event.altKey || event.shiftKey || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [active]);
}
