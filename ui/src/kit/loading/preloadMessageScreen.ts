import { useEffect } from "react";

let fetchMessage = () => {};

/** Told by the map of screens, which alone knows where that screen is. */
export function setMessageScreenLoader(fetch: () => void) {
  fetchMessage = fetch;
}

/**
 * Fetches the screen that tells how an act ended while there is a line: when the act is done there may be none. For the
 * screens that end in it.
 */
export function usePreloadedMessageScreen() {
  useEffect(() => fetchMessage(), []);
}
