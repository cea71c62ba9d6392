import { type RefObject, useEffect, useState } from "react";

/** Returns whether the content of a box is wider than the box, so that the box scrolls. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false);
  useEffect(() => {
    const found = box.current;
    if (!found) return;
    const observer = new ResizeObserver(() => setWide(found.scrollWidth > found.clientWidth));
    for (const element of [found, ...found.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return wide;
}
