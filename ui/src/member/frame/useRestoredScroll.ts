import { useCallback, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";

// The first screen restores nothing, so the module loads after it.
let places: typeof import("./scrollPositions") | undefined;

export async function loadScrollPositions() {
  places = await import("./scrollPositions");
}

/** A screen calls the returned function on render, and the function that this one returns on unmount. */
export function useRestoredScroll() {
  const { key, pathname } = useLocation();
  const back = useNavigationType() === "POP";
  // Effects of children run first: a screen that is rendered already has called `arrive`.
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
