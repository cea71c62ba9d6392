import { type PointerEvent, useRef } from "react";

/** Let go of below this part of its height, a sheet is away; above, it comes back … */
const FAR = 0.3;
/** … unless it was thrown: so many pixels a millisecond, and so many at least. */
const FAST = 0.6;
const LEAST = 24;

interface Pull {
  from: number;
  at: number;
}

/** The handlers of a handle by which its sheet is pulled down and away. */
export function useDragDown(onClose: () => void) {
  const pull = useRef<Pull>(undefined);
  const lay = ({ currentTarget }: PointerEvent, below: number | undefined) => {
    const { style } = currentTarget.closest("dialog") ?? {};
    style?.setProperty("translate", below === undefined ? "" : `0 ${below}px`);
    style?.setProperty("transition", below === undefined ? "" : "none");
  };
  const pulled = (event: PointerEvent, { from }: Pull) => Math.max(0, event.clientY - from);
  return {
    // A mouse would otherwise carry the picture off.
    onDragStart: (event: { preventDefault(): void }) => event.preventDefault(),
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0) return;
      pull.current = { from: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (pull.current) lay(event, pulled(event, pull.current));
    },
    onPointerUp(event: PointerEvent) {
      if (!pull.current) return;
      const below = pulled(event, pull.current);
      const fast = below / Math.max(1, event.timeStamp - pull.current.at) > FAST;
      const height = event.currentTarget.closest("dialog")?.offsetHeight ?? 0;
      pull.current = undefined;
      if (below > height * FAR || (fast && below > LEAST)) onClose();
      else lay(event, undefined);
    },
    onPointerCancel(event: PointerEvent) {
      pull.current = undefined;
      lay(event, undefined);
    },
  };
}
