import { type ReactNode, useLayoutEffect, useState } from "react";
import { firstScreenSeen } from "./firstScreenSeen";

// Code that has run before is quicker, and who goes from screen to screen is to see none of them empty.
let started = false;
firstScreenSeen().then(() => {
  started = true;
});

/**
 * While the app starts, draws what it holds one task after what is around it: a slow phone paints in between and hears
 * taps, where all of it at once would take longer than a tap may wait. Later it draws it at once.
 */
export function NextTask({ children }: { children: ReactNode }) {
  const [come, setCome] = useState(started);
  useLayoutEffect(() => {
    if (come) return;
    const timer = setTimeout(() => setCome(true));
    return () => clearTimeout(timer);
  }, [come]);
  return come ? children : null;
}
