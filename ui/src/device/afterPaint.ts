/** As long as a browser may keep a frame to itself, in milliseconds. */
const LATEST_MS = 100;

/** Leaves it at that where the app has gone elsewhere since now: by another tap, say, or at the end of the session. */
export function unlessGone(work: () => void): () => void {
  const from = window.location.href;
  return () => {
    if (window.location.href === from) work();
  };
}

/** Does it once what stands now is on the screen; at once where nobody sees it. */
export function afterPaint(work: () => void) {
  let done = false;
  const once = () => {
    if (!done) work();
    done = true;
  };
  if (document.hidden) return once();
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, LATEST_MS);
}
