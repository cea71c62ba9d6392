import { ApiProblem } from "../api/problem";

/** Whole minutes to wait where the server said that there were too many tries, and for how long. */
export function waitMinutes(error: unknown): number | undefined {
  if (!(error instanceof ApiProblem) || error.status !== 429 || error.retryAfter === undefined)
    return undefined;
  return Math.max(1, Math.ceil(error.retryAfter / 60));
}
