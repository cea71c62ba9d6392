/** The distance that a finger has to pull, in pixels. */
export const FAR = 64;
/** Movement below this many pixels has no direction yet. */
const SLACK = 8;

interface Pulls {
  /** Returns whether a pull may begin now. */
  mayBegin(): boolean;
  /** The finger is this many pixels below the place where it began; `main` is the part that it would scroll. */
  onPull(by: number, main: HTMLElement): void;
  /** The finger has left, `far` enough or not. */
  onRelease(far: boolean): void;
}

interface Pull {
  main: HTMLElement;
  x: number;
  y: number;
  by: number;
}

/** The screen's scrolling part, if nothing between it and the touched element is scrolled down. */
function scrolledToTop(target: EventTarget | null): HTMLElement | undefined {
  for (let at = target instanceof Element ? target : null; at; at = at.parentElement) {
    if (at.scrollTop > 0) return;
    if (at instanceof HTMLElement && at.tagName === "MAIN") return at;
  }
  return;
}

/**
 * Follows a finger that pulls a screen down from its top. Other fingers, another direction, and a screen that scrolls
 * end the pull. Call the returned function to stop.
 */
export function followPulls({ mayBegin, onPull, onRelease }: Pulls): () => void {
  let pull: Pull | undefined;
  const end = (far: boolean) => {
    const shown = pull && pull.by > 0;
    pull = undefined;
    if (shown) onRelease(far);
  };
  const begin = ({ touches, target }: TouchEvent) => {
    const finger = touches[0];
    if (touches.length > 1 || !finger) return end(false);
    const main = mayBegin() ? scrolledToTop(target) : undefined;
    pull = main && { main, x: finger.clientX, y: finger.clientY, by: 0 };
  };
  const move = ({ touches }: TouchEvent) => {
    const finger = touches[0];
    if (!pull || !finger) return;
    const down = finger.clientY - pull.y;
    const aside = Math.abs(finger.clientX - pull.x);
    if (pull.by === 0 && Math.max(Math.abs(down), aside) < SLACK) return;
    // Only the first movement decides: a finger may come back, or drift aside while it pulls.
    if (pull.main.scrollTop > 0 || (pull.by === 0 && down <= aside)) return end(false);
    // Zero means that the pull has no direction yet, so `by` is at least 1.
    pull.by = Math.max(1, down);
    onPull(pull.by, pull.main);
  };
  const release = () => end(pull !== undefined && pull.by >= FAR);
  const cancel = () => end(false);
  const listeners = { touchstart: begin, touchmove: move, touchend: release, touchcancel: cancel };
  const each = Object.entries(listeners) as [keyof typeof listeners, (event: TouchEvent) => void][];
  for (const [name, hear] of each) document.addEventListener(name, hear, { passive: true });
  return () => {
    for (const [name, hear] of each) document.removeEventListener(name, hear);
  };
}
