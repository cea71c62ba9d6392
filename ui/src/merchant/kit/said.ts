import { ApiProblem, NetworkError } from "../../api/problem";

/** The message for a failed call: the server's own text if there is one. */
export function said(error: unknown, offline: string, otherwise: string): string {
  if (error instanceof NetworkError) return offline;
  return (error instanceof ApiProblem && error.message) || otherwise;
}
