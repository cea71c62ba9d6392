import { type PointerEvent, useRef } from "react";

/** A sheet that is released below this part of its height closes; above, it returns … */
const FAR = 0.3;
/** … unless it was thrown: faster than this in pixels per millisecond, and at least `LEAST` pixels. */
const FAST = 0.6;
const LEAST = 24;

interface Pull {
  from: number;
  at: number;
}

/** Event handlers for the part of a sheet that can be pulled down to close it. */
export function useDragDown(onClose: () => void) {
  const pull = useRef<Pull>(undefined);
  const lay = ({ currentTarget }: PointerEvent, below: number | undefined) => {
    const { style } = currentTarget.closest("dialog") ?? {};
    style?.setProperty("translate", below === undefined ? "" : `0 ${below}px`);
    style?.setProperty("transition", below === undefined ? "" : "none");
  };
  const pulled = (event: PointerEvent, { from }: Pull) => Math.max(0, event.clientY - from);
  return {
    // A mouse would otherwise drag the picture.
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
