import { type RefObject, useLayoutEffect, useRef } from "react";

/** Whether the screen is still mounted when a response arrives: a member who left is not redirected. */
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
