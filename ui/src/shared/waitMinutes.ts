import { ApiProblem } from "../api/problem";

/** Whole minutes to wait after a 429 response with `Retry-After`; undefined for any other error. */
export function waitMinutes(error: unknown): number | undefined {
  if (!(error instanceof ApiProblem) || error.status !== 429 || error.retryAfter === undefined)
    return undefined;
  return Math.max(1, Math.ceil(error.retryAfter / 60));
}
