/** The time that a screen whose code is loaded may take to appear, in milliseconds. */
const PATIENCE_MS = 400;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const ready = new Set<string>();

/** The newest transition. An older one that it skips ends after this one has begun. */
let last: ViewTransition | undefined;

/** The code of the screen at this path is loaded, so a fade leads to it and not to its placeholder. */
export function screenIsLoaded(path: string) {
  ready.add(path);
}

/**
 * Changes the screen with a transition between elements of the same `view-transition-name`, where `arrived`
 * is a selector that the next screen matches, or with a short fade, where it is the path of a tab. No
 * transition where the browser lacks it, where the member prefers no motion, or where code has to load first.
 */
export function startViewTransition(arrived: string, change: () => void) {
  const fades = arrived.startsWith("/");
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (!document.startViewTransition || still || (fades && !ready.has(arrived))) return change();
  const before = document.querySelector("main");
  const isThere = () => (fades ? !before?.isConnected : document.querySelector(arrived) !== null);
  const root = document.documentElement;
  if (fades) root.dataset.change = "fade";
  else delete root.dataset.change;
  const transition = document.startViewTransition(async () => {
    change();
    // Browsers draw no frames here, so requestAnimationFrame would never fire.
    for (let waited = 0; waited < PATIENCE_MS && !isThere(); waited += 10) await pause(10);
  });
  last = transition;
  const end = () => {
    // The mark may already be that of a newer fade.
    if (last === transition) delete root.dataset.change;
  };
  transition.finished.then(end, end);
}
