import { useSyncExternalStore } from "react";

const subscribe = (changed: () => void) => {
  // Zooming and moving the window to another screen also change its size.
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
};

/** Device pixels per CSS pixel. */
export function useDevicePixels(): number {
  return useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1);
}
