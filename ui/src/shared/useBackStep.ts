import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

const isMarked = (state: unknown) =>
  typeof state === "object" && state !== null && "overlay" in state && state.overlay === true;

/**
 * While something lies over a screen, an entry of its own stands in the history, so that the device's way back takes off
 * what lies on top, by `onBack`, and leaves the screen only when nothing lies on it. `depth` is how many things lie there.
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
      // Closed on the screen itself, or lost with a page that was loaded again.
      // Drawn again before the browser is back there, it does not go back twice.
      if (marked && left.current !== key) {
        left.current = key;
        navigate(-1);
      }
    } else if (marked) {
      stood.current = true;
    } else if (stood.current) {
      stood.current = false;
      told.current();
      // What stayed all the same, or lay below, gets its entry again.
      again((times) => times + 1);
    } else {
      const kept = typeof state === "object" ? state : {};
      navigate(pathname + search, { state: { ...kept, overlay: true } });
    }
  });
}
