import type { BrowserContext, Page, Request } from "@playwright/test";
import { paths } from "../src/shared/paths";
import { logIn } from "./support/app";
import { expect, test } from "./support/fixtures";
import { newMember } from "./support/people";
import { CHAPTERS, walk } from "./support/states";

// The chapters are independent. One worker alone would need minutes for them at the end of the run.
test.describe.configure({ mode: "parallel" });

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
async function watchShifts(page: Page) {
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

/** Waits for two frames, after which all shifts have happened. */
async function drawn(page: Page) {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Waits until all requests are done. */
async function settled(page: Page) {
  await page.waitForLoadState("networkidle");
  await drawn(page);
}

/** Delays every answer; the returned function gives the number of pending requests. */
async function slowLine(context: BrowserContext): Promise<() => number> {
  const pending = new Map<Request, number>();
  const arrived = (request: Request) => void pending.delete(request);
  context.on("requestfinished", arrived);
  context.on("requestfailed", arrived);
  await context.route(/\/(api|media)\/(?!events)/, async (route) => {
    pending.set(route.request(), Date.now());
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    await route.fallback().catch(() => {});
  });
  // The browser may never report requests of a page that was left.
  return () => [...pending.values()].filter((asked) => Date.now() - asked < GONE_MS).length;
}

const DRESSES = [
  { language: "en", colorScheme: "light", width: 375 },
  { language: "zhhk", colorScheme: "dark", width: 320 },
] as const;

for (const { language, colorScheme, width } of DRESSES) {
  test.describe(`${language}, ${colorScheme}, ${width} px wide`, () => {
    test.use({ language, colorScheme, viewport: { width, height: 720 } });

    for (const chapter of CHAPTERS)
      test(`${chapter.name}: no element moves after the screen is shown`, async ({
        page,
        say,
        server,
        context,
        watch,
      }) => {
        test.setTimeout(240_000);
        await watchShifts(page);
        const pending = await slowLine(context);
        await walk(chapter, { page, say, server, context, watch, language }, async (name) => {
          await expect.poll(pending, `answers on their way to ${name}`).toBe(0);
          await drawn(page);
          const shifts = await page.evaluate(() => window.shifts.splice(0));
          expect.soft(shifts, name).toEqual([]);
        });
      });
  });
}

test("a balance of many digits is shown whole on the narrowest phone", async ({ page, say, server }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  const member = await newMember(server, { points: 123_456_789_012 });
  await logIn(page, say, member.email);
  const wholly = async (path: string) => {
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("svg[class*=number]")]
        .map((number) => number.getBoundingClientRect())
        .filter(({ left, right, width }) => width === 0 || left < 0 || right > 320 - 16)
        .map(({ left, right }) => `${left} to ${right}`),
    );
    expect.soft(cut, path).toEqual([]);
  };
  for (const path of [paths.home, paths.points, paths.profile, paths.redeem]) {
    await page.goto(path);
    await page.locator("svg[class*=number]").first().waitFor();
    await settled(page);
    await wholly(path);
  }
  await page.goto(paths.transfer);
  await page.getByRole("textbox", { name: say("transfer:amount") }).fill("123456789012");
  await wholly(paths.transfer);
});
