import { ApiProblem } from "./problem";

/** Returns whether an error means that the id does not exist or is malformed. A retry would not help. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 404 || error.status === 400);
}
