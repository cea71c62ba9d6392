import { ApiProblem } from "./problem";

/** Whether what was asked for by its id is not there, or the id is none: asking again would not help. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}
