import i18next from "i18next";
import { languageOf } from "../i18n/language";
import type { ServerMessage } from "../i18n/serverMessage";
import type { components } from "./schema";

// A newer server may send codes that this page does not know.
type Coded<T> = Omit<T, "code"> & { code: string };
export type FieldProblem = Coded<components["schemas"]["ProblemField"]>;
export type Problem = Coded<Omit<components["schemas"]["Problem"], "errors">> & { errors: FieldProblem[] };

/** The server refused the request: RFC 9457, with the contract's `code` to branch on. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** Language of the server's message. */
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

/** The server's message about `part`, otherwise about the whole; undefined where it sent no message. */
export function serverMessageIn(problem: ApiProblem, part?: FieldProblem): ServerMessage | undefined {
  const { message, code } = part?.message ? part : problem;
  return message ? { said: message, code, language: problem.language } : undefined;
}

/** No response came. The connection is lost, not the session, so this must never sign anyone out. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiProblem && error.status === 401;
}

/** The problem in a failed response. A proxy's HTML page becomes a problem without a message. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  try {
    const told: Problem = await response.json();
    const id = response.status >= 500 && response.headers.get("X-Request-Id");
    // The server's log has a 5xx error under this request id. The member can quote it to support.
    if (id && told.message) told.message += `\n${i18next.t("request", { id })}`;
    return new ApiProblem(response.status, told, retryAfter);
  } catch {
    return new ApiProblem(response.status, {}, retryAfter);
  }
}
