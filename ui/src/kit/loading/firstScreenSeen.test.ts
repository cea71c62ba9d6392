import { afterEach, expect, it, vi } from "vitest";

/** The module as on a page that has just loaded. */
function fresh() {
  vi.resetModules();
  return import("./firstScreenSeen");
}

const LOADING = { configurable: true, get: () => "loading" };

/** A browser that reports its first paint when `paint` is called. */
function fakeBrowser(supportedEntryTypes: string[]) {
  const told: (() => void)[] = [];
  class Observer {
    static supportedEntryTypes = supportedEntryTypes;
    constructor(hear: (list: object, observer: object) => void) {
      told.push(() => hear({ getEntriesByName: () => [{}] }, this));
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("PerformanceObserver", Observer);
  return { paint: () => told.forEach((tell) => void tell()) };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "readyState");
});

/** Starts to wait, and returns a function that tells whether the promise has resolved. */
async function comes() {
  let come = false;
  const { firstScreenSeen } = await fresh();
  void firstScreenSeen().then(() => {
    come = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  return () => come;
}

it("waits until the images are loaded and the first paint is on screen", async () => {
  vi.useFakeTimers();
  const { paint } = fakeBrowser(["paint"]);
  Object.defineProperty(document, "readyState", LOADING);
  const come = await comes();
  paint();
  await vi.advanceTimersByTimeAsync(10);
  expect(come()).toBe(false);
  window.dispatchEvent(new Event("load"));
  await vi.advanceTimersByTimeAsync(10);
  expect(come()).toBe(true);
});

it("waits only a limited time for an image that does not load", async () => {
  vi.useFakeTimers();
  fakeBrowser([]);
  Object.defineProperty(document, "readyState", LOADING);
  const come = await comes();
  expect(come()).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(come()).toBe(true);
});

it("resolves at once on a loaded page in a browser that does not report paints", async () => {
  vi.useFakeTimers();
  fakeBrowser([]);
  expect((await comes())()).toBe(true);
});
