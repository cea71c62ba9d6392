/** A screen in the history: one visit of an address. */
export interface Visit {
  key: string;
  pathname: string;
}

interface Place {
  top: number;
  rails: number[];
  /** Where the link leads that had the focus. */
  link: string | null;
}

const places = new Map<string, Place>();
/** The address that was left last. */
let left: string | undefined;
/** Whether another address was asked for since, be its screen there or not. */
let passed = false;
let stop = () => {};

// A screen is told that it goes when the bar beside it is gone already, and a place near the end has moved by then.
const tops = new WeakMap<EventTarget, number>();
document.addEventListener(
  "scroll",
  ({ target }) => {
    if (target instanceof HTMLElement) tops.set(target, target.scrollTop);
  },
  { capture: true, passive: true },
);

const railsIn = (main: HTMLElement) => [...main.querySelectorAll("ul")];

/** A screen goes: what is seen of it now is seen again on the way back. */
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
 * A screen is there: as it was where the member comes back to it, at its top where it is new. The focus goes along, so
 * that keyboards begin there and screen readers say where they are; unless something on the screen has it already.
 */
export function arrive(main: HTMLElement, { key, pathname }: Visit, back: boolean) {
  // At the start the page itself is announced; and a step within a screen is the screen's own affair.
  if (left === undefined || (left === pathname && !passed)) return;
  left = pathname;
  passed = false;
  const place = back ? places.get(key) : undefined;
  if (place) return restore(main, place);
  main.scrollTop = 0;
  focusTitle(main);
}

/** The address has become another one, whose screen may still be on its way. */
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
    // Nobody who has gone on meanwhile is called back.
    if (document.activeElement === document.body || document.activeElement?.tagName === "H1")
      link?.focus({ preventScroll: true });
    return Math.abs(main.scrollTop - place.top) < 2 && (link || place.link === null);
  };
  const whole = put();
  if (!whole || place.link === null) focusTitle(main);
  if (whole) return;
  // Not all of it may be there yet. Whoever scrolls meanwhile has found another place.
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
