/** As long as a screen whose code is there may take to come. */
const PATIENCE_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Changes the screen so that what bears a `view-transition-name` grows into what bears the same one on the
 * next, which has to match `arrived`. At once where the browser cannot, or the member wants no motion.
 */
export function startViewTransition(arrived: string, change: () => void) {
  if (!document.startViewTransition || window.matchMedia("(prefers-reduced-motion: reduce)").matches)
    return change();
  document.startViewTransition(async () => {
    change();
    // No frame is drawn meanwhile, so there is none to wait for.
    for (let waited = 0; waited < PATIENCE_MS && !document.querySelector(arrived); waited += 10)
      await pause(10);
  });
}
