/**
 * Comes when the browser has nothing else to do, and after so many milliseconds in any case. Safari tells of no idle time:
 * there, after what waits already.
 */
export const idle = (latestMs: number): Promise<unknown> =>
  new Promise<unknown>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: latestMs });
    else setTimeout(resolve);
  });
