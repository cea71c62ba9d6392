/** The longest that a browser may delay a frame, in milliseconds. */
const LATEST_MS = 100;

/** Skips the work if the app has left this screen by then, by another tap or at the end of the session. */
export function unlessGone(work: () => void): () => void {
  const from = window.location.href;
  return () => {
    if (window.location.href === from) work();
  };
}

/** Runs `work` once the current state has been painted; at once if the page is hidden. */
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
