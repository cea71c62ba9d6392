import { type ReactNode, useLayoutEffect, useState } from "react";
import { firstScreenSeen } from "./firstScreenSeen";

// Once the code has run, drawing is faster, and a change of screen must not show an empty screen.
let started = false;
firstScreenSeen().then(() => {
  started = true;
});

/**
 * While the app starts, draws its children one task after the content around it. A slow phone can paint and
 * react to taps in between, where one task would take too long. After the start it draws at once.
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
