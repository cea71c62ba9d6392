/**
 * Resolves when the browser is idle, and after `latestMs` in any case. Safari does not report idle time:
 * there it resolves after the tasks that already wait.
 */
export const idle = (latestMs: number): Promise<unknown> =>
  new Promise<unknown>((resolve) => {
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: latestMs });
    else setTimeout(resolve);
  });
