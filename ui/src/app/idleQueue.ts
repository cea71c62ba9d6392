import { idle } from "../device/idle";

/** As long as a job, or a browser that is never idle, may hold up what waits, in milliseconds. */
const PATIENCE_MS = 5_000;

const waiting: (() => unknown)[] = [];

/**
 * Does one job after the other, each once the one before has ended and the browser has nothing else to do: together they
 * would hold a slow phone's taps up. What fails is left at that.
 */
export function runWhenIdle(jobs: readonly (() => unknown)[]) {
  const begun = waiting.length > 0;
  waiting.push(...jobs);
  if (!begun) void doWaiting();
}

async function doWaiting() {
  for (let job = waiting[0]; job; job = waiting[0]) {
    await idle(PATIENCE_MS);
    await Promise.race([attempt(job), pause(PATIENCE_MS)]);
    waiting.shift();
  }
}

async function attempt(job: () => unknown) {
  try {
    await job();
  } catch {
    // Whoever needs it asks for it again.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
