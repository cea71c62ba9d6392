import { useSyncExternalStore } from "react";

/** Returns whether the media query matches now. */
export function useMedia(query: string): boolean {
  const watch = (listener: () => void) => {
    const media = window.matchMedia(query);
    media.addEventListener("change", listener);
    return () => media.removeEventListener("change", listener);
  };
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches);
}
