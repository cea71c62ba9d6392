import { type BrowserContext, expect, type Page, type Request } from "@playwright/test";
import { drawn } from "./fit";

/** Longer than the time in which a tap excuses layout shifts. */
const SLOW_MS = 600;
const GONE_MS = 2_500;

declare global {
  interface Window {
    /** The layout shifts that no input caused, with their size. */
    shifts: string[];
  }
}

/** Records layout shifts from the first paint on. */
async function record(page: Page) {
  await page.addInitScript(() => {
    window.shifts = [];
    let expected = Number.NEGATIVE_INFINITY;
    const EXPECTED_MS = 500;
    const expect = () => {
      expected = performance.now();
    };
    // Filling a field counts as typing.
    window.addEventListener("input", expect, { capture: true });
    // The answer to a change, and the requests that follow it, may move elements, however late they come.
    // Such shifts do not count.
    let sent = Number.NEGATIVE_INFINITY;
    const ask = window.fetch.bind(window);
    window.fetch = async (...asked) => {
      const sends = (asked[1]?.method ?? "GET") !== "GET";
      const follows = performance.now() - sent < EXPECTED_MS;
      try {
        return await ask(...asked);
      } finally {
        if (sends || follows) sent = performance.now();
      }
    };
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null }[];
    }
    const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === "layout-shift";
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries().filter(isShift)) {
        if (entry.hadRecentInput || entry.startTime - Math.max(expected, sent) < EXPECTED_MS) continue;
        const moved = entry.sources.map(({ node }) =>
          node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName,
        );
        window.shifts.push(`${entry.value.toFixed(4)} ${moved.join(", ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

/** The time that an answer takes on the slow line. An answer of a test takes the same, so that what it moves counts. */
export const onSlowLine = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

/** Delays every answer; the returned function gives the number of pending requests. */
async function slowLine(context: BrowserContext): Promise<() => number> {
  const pending = new Map<Request, number>();
  const arrived = (request: Request) => void pending.delete(request);
  context.on("requestfinished", arrived);
  context.on("requestfailed", arrived);
  await context.route(/\/(api|media)\/(?!events)/, async (route) => {
    pending.set(route.request(), Date.now());
    await onSlowLine();
    await route.fallback().catch(() => {});
  });
  // The browser may never report requests of a page that was left.
  return () => [...pending.values()].filter((asked) => Date.now() - asked < GONE_MS).length;
}

/** Watches for elements that move after they are shown, on a slow line. */
export interface ShiftWatch {
  /** The layout shifts since the last look, once all answers are there. */
  look(state: string): Promise<string[]>;
  /** Forgets the shifts that the test itself has caused. */
  forget(): Promise<void>;
}

export async function watchShifts(page: Page): Promise<ShiftWatch> {
  await record(page);
  const pending = await slowLine(page.context());
  const taken = () => page.evaluate(() => window.shifts.splice(0));
  return {
    async look(state) {
      await expect
        .poll(pending, { message: `answers on their way to ${state}`, intervals: [50, 100] })
        .toBe(0);
      await drawn(page);
      return taken();
    },
    async forget() {
      await drawn(page);
      await taken();
    },
  };
}
