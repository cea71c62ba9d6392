import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Returns a ref that is true while the screen is mounted. A response that arrives later does not redirect a
 * member who has left the screen.
 */
export function useStillHere(): RefObject<boolean> {
  const here = useRef(true);
  useLayoutEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
