import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => {
  // A zoomed page and a window on another screen both have another size then.
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
};

/** How many of the screen's own pixels one of the page's is wide. */
export function useDevicePixels(): number {
  return useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1);
}
