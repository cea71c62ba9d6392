import { type ReactNode, useLayoutEffect, useState } from "react";

/**
 * Draws what it holds one task after what is around it, when it first comes: a slow phone paints in between and hears
 * taps, where all of it at once would take longer than a tap may wait.
 */
export function NextTask({ children }: { children: ReactNode }) {
  const [come, setCome] = useState(false);
  useLayoutEffect(() => {
    const timer = setTimeout(() => setCome(true));
    return () => clearTimeout(timer);
  }, []);
  return come ? children : null;
}
