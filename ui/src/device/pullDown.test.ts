import { afterEach, beforeEach, expect, it } from "vitest";
import { FAR, followPulls } from "./pullDown";

let main: HTMLElement;
let inner: HTMLElement;
let allowed: boolean;
let stop: () => void;
const told: (number | boolean)[] = [];

beforeEach(() => {
  document.body.innerHTML = "<header></header><main><div><p></p></div></main>";
  main = document.querySelector("main") as HTMLElement;
  inner = document.querySelector("p") as HTMLElement;
  allowed = true;
  told.length = 0;
  stop = followPulls({
    mayBegin: () => allowed,
    onPull: (by) => told.push(by),
    onRelease: (far) => told.push(far),
  });
});
afterEach(() => stop());

/** Fingers on the screen, by x and y; the first one began on `target`. */
function touch(kind: string, target: Element, ...fingers: [number, number][]) {
  const event = new Event(kind, { bubbles: true });
  const touches = fingers.map(([clientX, clientY]) => ({ clientX, clientY }));
  target.dispatchEvent(Object.assign(event, { touches }));
}

it("a long pull from the top counts, and a short one does not", () => {
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 100 + FAR]);
  touch("touchend", inner);
  expect(told).toEqual([FAR, true]);
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 99 + FAR]);
  touch("touchend", inner);
  expect(told).toEqual([FAR, true, FAR - 1, false]);
});

it("a finger that comes back takes its pull back", () => {
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 200]);
  touch("touchmove", inner, [160, 90]);
  touch("touchend", inner);
  expect(told).toEqual([100, 1, false]);
});

it("a tap that trembles, a swipe aside and a swipe up do not start a pull", () => {
  for (const to of [
    [103, 105],
    [180, 150],
    [100, 20],
  ] as const) {
    touch("touchstart", inner, [100, 100]);
    touch("touchmove", inner, [...to]);
    touch("touchend", inner);
  }
  // A swipe that began aside stays one.
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [120, 100]);
  touch("touchmove", inner, [120, 300]);
  touch("touchend", inner);
  expect(told).toEqual([]);
});

it("nothing begins below the top, in a scrolled part, outside the screen or where it is not allowed", () => {
  const swipe = (on: Element) => {
    touch("touchstart", on, [100, 100]);
    touch("touchmove", on, [100, 300]);
    touch("touchend", on);
  };
  main.scrollTop = 5;
  swipe(inner);
  main.scrollTop = 0;
  (inner.parentElement as HTMLElement).scrollTop = 5;
  swipe(inner);
  swipe(document.querySelector("header") as HTMLElement);
  (inner.parentElement as HTMLElement).scrollTop = 0;
  allowed = false;
  swipe(inner);
  expect(told).toEqual([]);
});

it("a second finger, a scroll and a cancelled touch end a pull without effect", () => {
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 200]);
  touch("touchstart", inner, [100, 200], [50, 50]);
  touch("touchend", inner);
  expect(told).toEqual([100, false]);
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 200]);
  main.scrollTop = 3;
  touch("touchmove", inner, [100, 210]);
  main.scrollTop = 0;
  touch("touchend", inner);
  expect(told).toEqual([100, false, 100, false]);
  touch("touchstart", inner, [100, 100]);
  touch("touchmove", inner, [100, 200]);
  touch("touchcancel", inner);
  expect(told).toEqual([100, false, 100, false, 100, false]);
});
