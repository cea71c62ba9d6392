import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { runWhenIdle } from "./idleQueue";

const did: string[] = [];
beforeEach(() => {
  did.length = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it("a job waits for the previous job, and jobs added meanwhile wait for all of them", async () => {
  let end = () => {};
  const first = () => {
    did.push("first");
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  runWhenIdle([first, () => did.push("second")]);
  runWhenIdle([() => did.push("third")]);
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual(["first"]);
  end();
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual(["first", "second", "third"]);
});

it("a job that fails, at once or later, does not block the next", async () => {
  const broken = () => {
    throw new Error("at once");
  };
  runWhenIdle([broken, () => Promise.reject(new Error("later")), () => did.push("next")]);
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual(["next"]);
});

it("a job that hangs delays the next by five seconds", async () => {
  runWhenIdle([() => new Promise(() => {}), () => did.push("next")]);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(did).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(did).toEqual(["next"]);
});

it("each job starts when the browser is idle, where the browser reports that", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (begin: () => void) => void idle.push(begin));
  runWhenIdle([() => did.push("first"), () => did.push("second")]);
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual([]);
  idle.shift()?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual(["first"]);
  idle.shift()?.();
  await vi.advanceTimersByTimeAsync(100);
  expect(did).toEqual(["first", "second"]);
  vi.unstubAllGlobals();
});
