import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 900px)";

/** A tablet: the camera stays on the left, the keys on the right. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(WIDE);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}
