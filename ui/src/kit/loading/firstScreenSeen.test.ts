import { afterEach, expect, it, vi } from "vitest";

/** As a page has it that has only just begun. */
function fresh() {
  vi.resetModules();
  return import("./firstScreenSeen");
}

const LOADING = { configurable: true, get: () => "loading" };

/** A browser that tells of its first paint when `paint` is called. */
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

/** Whether it has come, some time later. */
async function comes() {
  let come = false;
  const { firstScreenSeen } = await fresh();
  void firstScreenSeen().then(() => {
    come = true;
  });
  await vi.advanceTimersByTimeAsync(10);
  return () => come;
}

it("waits for the pictures and for what is drawn to be on the screen", async () => {
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

it("waits for a picture that does not come no longer than it may", async () => {
  vi.useFakeTimers();
  fakeBrowser([]);
  Object.defineProperty(document, "readyState", LOADING);
  const come = await comes();
  expect(come()).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(come()).toBe(true);
});

it("comes at once in a browser that does not tell what it paints, on a page that is there", async () => {
  vi.useFakeTimers();
  fakeBrowser([]);
  expect((await comes())()).toBe(true);
});
