import { idle } from "../device/idle";

/** The longest that a job, or a browser that is never idle, may delay the next job, in milliseconds. */
const PATIENCE_MS = 5_000;

const waiting: (() => unknown)[] = [];

/**
 * Runs jobs one after the other, each when the previous job has ended and the browser is idle. Parallel jobs
 * would delay taps on a slow phone. Errors are ignored.
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
    // The code that needs the result requests it again.
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
