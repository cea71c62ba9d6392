import { type RefObject, useEffect, useState } from "react";

/** How wide an element is, in pixels, as the window changes. A chart drawn to it keeps its letters' size. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
