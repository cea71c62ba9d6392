import { useEffect } from "react";

let fetchMessage = () => {};

/** Set by the routes, which are the only place that knows the screen's path. */
export function setMessageScreenLoader(fetch: () => void) {
  fetchMessage = fetch;
}

/**
 * Prefetches the screen that shows the result of an action, because the device may be offline by then. For
 * screens that lead to it.
 */
export function usePreloadedMessageScreen() {
  useEffect(() => fetchMessage(), []);
}
