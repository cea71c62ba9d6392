import { useCallback, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

// Nothing is restored on the first screen, so it comes after that.
let places: typeof import("./scrollPositions") | undefined;

export async function loadScrollPositions() {
  places = await import("./scrollPositions");
}

/** What a screen calls when it is there; the answer is for when it goes. */
export function useRestoredScroll() {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === "POP";
  // After the screen's own word that it is there, where it is.
  useLayoutEffect(() => places?.pass(pathname), [pathname]);
  return useCallback(
    (main: HTMLElement) => {
      const visit = { key, pathname };
      places?.arrive(main, visit, back);
      return () => places?.leave(main, visit);
    },
    [key, pathname, back],
  );
}
