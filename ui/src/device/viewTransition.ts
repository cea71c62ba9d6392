/** How long a screen whose code is loaded may take to appear, in milliseconds. */
const PATIENCE_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Changes the screen with a transition between elements of the same `view-transition-name`. The next screen
 * must match `arrived`. No transition where the browser lacks it or the member prefers no motion.
 */
export function startViewTransition(arrived: string, change: () => void) {
  if (!document.startViewTransition || window.matchMedia("(prefers-reduced-motion: reduce)").matches)
    return change();
  document.startViewTransition(async () => {
    change();
    // Browsers draw no frames here, so requestAnimationFrame would never fire.
    for (let waited = 0; waited < PATIENCE_MS && !document.querySelector(arrived); waited += 10)
      await pause(10);
  });
}
