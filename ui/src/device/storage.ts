/** Named strings that survive a reload, where the browser allows it. */
export interface Strings {
  get(name: string): string | null;
  set(name: string, value: string): void;
  remove(name: string): void;
}

/**
 * A browser may refuse storage, or its storage may be full. Refused values are kept in memory until the page
 * is closed, so that the app still works.
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
        // The value is in memory.
      }
    },
    remove(name) {
      held.delete(name);
      try {
        window[area].removeItem(name);
      } catch {
        // Storage is refused, so there is nothing to remove.
      }
    },
  };
}

/** On this device, without expiry. */
export const onDevice = stringsIn("localStorage");
/** In this tab, until it is closed. */
export const inTab = stringsIn("sessionStorage");
