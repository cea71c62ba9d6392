import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const isMarked = (state: unknown) =>
  typeof state === "object" && state !== null && "overlay" in state && state.overlay === true;

/**
 * Makes the device's back button close an overlay instead of leaving the screen. While `depth` (the number
 * of open overlays) is above 0, an extra history entry exists; going back from it calls `onBack`.
 */
export function useBackStep(depth: number, onBack: () => void) {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const told = useRef(onBack);
  told.current = onBack;
  const stood = useRef(false);
  const left = useRef("");
  const [, again] = useState(0);
  const marked = isMarked(state);
  useEffect(() => {
    if (!marked) left.current = "";
    if (depth === 0) {
      stood.current = false;
      // The overlay was closed on the screen, or was lost in a reload. `left` prevents a second step back
      // if the hook renders again before the browser has gone back.
      if (marked && left.current !== key) {
        left.current = key;
        navigate(-1);
      }
    } else if (marked) {
      stood.current = true;
    } else if (stood.current) {
      stood.current = false;
      told.current();
      // An overlay that stayed open, or one below it, gets a new history entry.
      again((times) => times + 1);
    } else {
      const kept = typeof state === "object" ? state : {};
      navigate(pathname + search, { state: { ...kept, overlay: true } });
    }
  });
}
