import { type RefObject, useLayoutEffect, useRef } from "react";

/** Whether the screen is still there when an answer comes: whoever has left it is led nowhere. */
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
