/** A screen in the history: one visit of an address. */
export interface Visit {
  key: string;
  pathname: string;
}

interface Place {
  top: number;
  rails: number[];
  /** The href of the link that had the focus. */
  link: string | null;
}

const places = new Map<string, Place>();
/** The pathname that was left last. */
let left: string | undefined;
/** True if the pathname has changed since `left` was set, even if the new screen has not rendered yet. */
let passed = false;
let stop = () => {};

// When a screen unmounts, the bar is gone already. Near the end of the page this has changed `scrollTop`.
const tops = new WeakMap<EventTarget, number>();
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof HTMLElement) tops.set(target, target.scrollTop);
  },
  { capture: true, passive: true },
);

const railsIn = (main: HTMLElement) => [...main.querySelectorAll("ul")];

/** Saves the position of a screen that unmounts, for the way back. */
export function leave(main: HTMLElement, { key, pathname }: Visit) {
  stop();
  const focused = document.activeElement;
  places.set(key, {
    top: tops.get(main) ?? main.scrollTop,
    rails: railsIn(main).map((rail) => rail.scrollLeft),
    link: main.contains(focused) ? (focused?.getAttribute("href") ?? null) : null,
  });
  left = pathname;
}

/**
 * A screen has rendered: restores its position on the way back, or starts at the top. It also moves the
 * focus, so that keyboard and screen reader users start there, unless an element of the screen has it.
 */
export function arrive(main: HTMLElement, { key, pathname }: Visit, back: boolean) {
  // At the start the browser announces the page. Steps within one screen manage their own focus.
  if (left === undefined || (left === pathname && !passed)) return;
  left = pathname;
  passed = false;
  const place = back ? places.get(key) : undefined;
  if (place) return restore(main, place);
  main.scrollTop = 0;
  focusTitle(main);
}

/** The path changed. Its screen may still be loading. */
export function pass(pathname: string) {
  passed ||= left !== undefined && left !== pathname;
}

function focusTitle(main: HTMLElement) {
  if (document.activeElement?.closest("main, footer, dialog")) return;
  const title = main.parentElement?.querySelector("h1") ?? main;
  if (!title.hasAttribute("tabindex")) title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

const TOUCHES = ["wheel", "touchstart", "pointerdown", "keydown"];

function restore(main: HTMLElement, place: Place) {
  const put = () => {
    main.scrollTop = place.top;
    for (const [index, rail] of railsIn(main).entries()) rail.scrollLeft = place.rails[index] ?? 0;
    const link = [...main.querySelectorAll("a")].find((one) => one.getAttribute("href") === place.link);
    // Does not move the focus of a member who has moved on.
    if (document.activeElement === document.body || document.activeElement?.tagName === "H1")
      link?.focus({ preventScroll: true });
    return Math.abs(main.scrollTop - place.top) < 2 && (link || place.link === null);
  };
  const whole = put();
  if (!whole || place.link === null) focusTitle(main);
  if (whole) return;
  // Content may still be loading, so this tries again on each change. Any input of the member stops it.
  const watch = new MutationObserver(() => {
    if (put()) stop();
  });
  watch.observe(main, { childList: true, subtree: true });
  stop = () => {
    watch.disconnect();
    for (const touch of TOUCHES) document.removeEventListener(touch, stop, true);
    stop = () => {};
  };
  for (const touch of TOUCHES) document.addEventListener(touch, stop, { capture: true, passive: true });
}
