import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { screenIsLoaded, startViewTransition } from "./viewTransition";

let still: boolean;
const begun = vi.fn((change: () => Promise<void>) => ({ finished: change() }));
const change = vi.fn(() => {
  document.body.innerHTML = "<main><p id='cover'></p></main>";
});

beforeEach(() => {
  still = false;
  begun.mockClear();
  change.mockClear();
  document.body.innerHTML = "<main></main>";
  vi.stubGlobal("matchMedia", () => ({ matches: still }));
  Object.assign(document, { startViewTransition: begun });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Object.assign(document, { startViewTransition: undefined });
});

it("an element grows into the next screen, and nothing fades", async () => {
  startViewTransition("#cover", change);
  expect(document.documentElement.dataset.change).toBeUndefined();
  await begun.mock.results[0]?.value.finished;
  expect([begun.mock.calls.length, change.mock.calls.length]).toEqual([1, 1]);
});

it("a tab fades once its code is loaded, and the mark of the fade goes with it", async () => {
  startViewTransition("/redeem", change);
  expect([begun.mock.calls.length, change.mock.calls.length]).toEqual([0, 1]);
  screenIsLoaded("/redeem");
  startViewTransition("/redeem", change);
  expect(document.documentElement.dataset.change).toBe("fade");
  await begun.mock.results[0]?.value.finished;
  await Promise.resolve();
  expect(document.documentElement.dataset.change).toBeUndefined();
  expect(change).toHaveBeenCalledTimes(2);
});

it("a fade that a second one skips leaves its mark to the second one", async () => {
  const ends: (() => void)[] = [];
  const running = () => ({ finished: new Promise<void>((end) => ends.push(end)) });
  begun.mockImplementationOnce(running).mockImplementationOnce(running);
  screenIsLoaded("/redeem");
  startViewTransition("/redeem", change);
  startViewTransition("/redeem", change);
  ends[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(document.documentElement.dataset.change).toBe("fade");
  // Nor does a growing element keep the mark of a fade that it skips.
  startViewTransition("#cover", change);
  expect(document.documentElement.dataset.change).toBeUndefined();
});

it("screens change at once for members who prefer no motion and in browsers without transitions", () => {
  still = true;
  startViewTransition("#cover", change);
  still = false;
  Object.assign(document, { startViewTransition: undefined });
  startViewTransition("#cover", change);
  expect([begun.mock.calls.length, change.mock.calls.length]).toEqual([0, 2]);
});
