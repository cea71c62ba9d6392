/** Strings under names that outlive the page, as far as the browser lets them. */
export interface Strings {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/**
 * A browser may refuse its storage altogether, or be full. What it does not take is kept for as long as
 * the page is open, so that the app works all the same and forgets sooner.
 */
function stringsIn(area: "localStorage" | "sessionStorage"): Strings {
  const held = new Map<string, string>();
  return {
    get(name) {
      try {
        return held.get(name) ?? window[area].getItem(name);
      } catch {
        return null;
      }
    },
    set(name, value) {
      held.set(name, value);
      try {
        window[area].setItem(name, value);
        held.delete(name);
      } catch {
        // Held.
      }
    },
    remove(name) {
      held.delete(name);
      try {
        window[area].removeItem(name);
      } catch {
        // Nothing was there.
      }
    },
  };
}

/** On this device, for good. */
export const onDevice = stringsIn("localStorage");
/** In this tab, until it is closed. */
export const inTab = stringsIn("sessionStorage");
