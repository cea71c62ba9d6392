import i18next from "i18next";
import { languageOf } from "../i18n/language";
import type { ServerMessage } from "../i18n/serverMessage";
import type { components } from "./schema";

// A server newer than this page may know more codes.
type Coded<T> = Omit<T, "code"> & { code: string };
export type FieldProblem = Coded<components["schemas"]["ProblemField"]>;
export type Problem = Coded<Omit<components["schemas"]["Problem"], "errors">> & { errors: FieldProblem[] };

/** The server answered, and the answer is a refusal: RFC 9457, with the contract's `code` to branch on. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Of its words. */
  readonly language = languageOf(i18next.language);

  constructor(
    status: number,
    told: { code?: string; message?: string; errors?: FieldProblem[] },
    retryAfter?: number,
  ) {
    super(told.message ?? "");
    this.status = status;
    this.code = told.code ?? `http_${status}`;
    this.errors = told.errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** What the server said of `part`, or else of the whole; undefined where it had no words. */
export function serverMessageIn(problem: ApiProblem, part?: FieldProblem): ServerMessage | undefined {
  const { message, code } = part?.message ? part : problem;
  return message ? { said: message, code, language: problem.language } : undefined;
}

/** Nothing came back: the line is cut, not the session. Never a reason to sign anyone out. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** The problem in a failed answer; a proxy's HTML page becomes a problem without words. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  try {
    const told: Problem = await response.json();
    const id = response.status >= 500 && response.headers.get("X-Request-Id");
    // What went wrong on our side is found by this number: whoever sees the words can tell it.
    if (id && told.message) told.message += `\n${i18next.t("request", { id })}`;
    return new ApiProblem(response.status, told, retryAfter);
  } catch {
    return new ApiProblem(response.status, {}, retryAfter);
  }
}
