import { NetworkError, problemOf } from "./problem";
import type { paths } from "./schema";
import { endSession, renewSession, requestToken, stalled } from "./session";
import { endStaffSession, staffToken } from "./staffSession";

type Method = "get" | "post" | "put" | "delete";
type PathsWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type Part<Op, Name extends string> = Op extends { parameters: { [K in Name]?: infer V } } ? V : never;
type Body<Op> = Op extends { requestBody?: infer R } ? Sent<NonNullable<R>> : never;
type Sent<R> = [R] extends [never]
  ? never
  : [R] extends [{ content: { "application/json": infer B } }]
    ? NonNullable<B>
    : [R] extends [{ content: { "text/csv": infer B } }]
      ? B
      : [R] extends [{ content: { "image/*": unknown } }]
        ? Blob
        : never;

// Required and optional parts follow the schema, and a part that the operation lacks is refused: a missing
// Idempotency-Key is a compile error, not an error at the till.
type Given<Key extends string, V> = [V] extends [never]
  ? unknown
  : Record<never, never> extends V
    ? { [K in Key]?: V }
    : { [K in Key]: V };

type Options<Op> = Given<"path", NonNullable<Part<Op, "path">>> &
  Given<"query", NonNullable<Part<Op, "query">>> &
  Given<"headers", NonNullable<Part<Op, "header">>> &
  Given<"body", Body<Op>> & {
    signal?: AbortSignal;
    /** Completes the request even if the page is closed at once. */
    keepalive?: boolean;
    /** Gets the response headers, such as `Link`, before the body is read. */
    answered?: (headers: Headers) => void;
  };

type Rest<Op> = Record<never, never> extends Options<Op> ? [options?: Options<Op>] : [options: Options<Op>];

// Some lists are also available as a file. The app downloads those by URL, so only JSON counts here.
type Content<R> = R extends { content: { "application/json": infer J } }
  ? J
  : R extends { content: { "application/pdf": unknown } }
    ? Blob
    : R extends { content: infer C }
      ? C[keyof C]
      : undefined;
export type Answer<Op> = Op extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 204 ? Content<R[S]> : never }[keyof R]
  : never;

// A 401 with these codes means a failed proof, not an ended session: renewing would not help.
const ABOUT_A_PROOF = new Set([
  "invalid_credentials",
  "biometric_verification_failed",
  "reauthentication_required",
]);

interface Realm {
  token(): string | null;
  /** Renews the session if possible, and returns whether it can continue. */
  renew(sentAt: number): Promise<boolean>;
  end(): void;
}

const member: Realm = { token: requestToken, renew: renewSession, end: endSession };
// A staff session is short and is never renewed. Staff sign in again after it has ended.
const staff: Realm = { token: staffToken, renew: async () => false, end: endStaffSession };

// A till has cookies only, and its own app asks who is signed in.
const counter: Realm = { token: () => null, renew: async () => false, end: () => {} };

/** The session that a call uses. Sessions of staff, tills and members are independent, also in one browser. */
function realmOf(path: string): Realm {
  if (path.startsWith("/api/merchant/")) return counter;
  return /^\/api\/(admin|staff)\//.test(path) ? staff : member;
}

/**
 * Calls one operation of `openapi.json`. Method, path, parts and response are checked against it. Fails with
 * ApiProblem when the server refuses and with NetworkError when no response came.
 */
export async function call<M extends Method, P extends PathsWith<M> & string>(
  method: M,
  path: P,
  ...[options]: Rest<paths[P][M]>
): Promise<Answer<paths[P][M]>> {
  const realm = realmOf(path);
  const request = prepare(method, path, options ?? {});
  const sentAt = performance.now();
  let response = await send(request, realm);
  if (response.status === 401) {
    const problem = await problemOf(response);
    if (ABOUT_A_PROOF.has(problem.code)) throw problem;
    if (!(await realm.renew(sentAt))) {
      realm.end();
      throw problem;
    }
    // Identical request: the idempotency key makes the repeat safe.
    response = await send(request, realm);
  }
  // 202: accepted but not done, because a second person has to approve. Screens treat it as a refusal.
  if (!response.ok || response.status === 202) {
    const problem = await problemOf(response);
    if (problem.status === 401 && !ABOUT_A_PROOF.has(problem.code)) realm.end();
    throw problem;
  }
  options?.answered?.(response.headers);
  return read(response);
}

interface Parts {
  path?: object;
  query?: object;
  headers?: object;
  body?: unknown;
  signal?: AbortSignal;
  keepalive?: boolean;
}

interface Prepared {
  url: string;
  init: RequestInit;
}

function prepare(method: Method, path: string, parts: Parts): Prepared {
  let url = path;
  for (const [name, value] of Object.entries(parts.path ?? {})) {
    url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const headers = new Headers({
    Accept: "application/json, text/plain",
    "Accept-Language": document.documentElement.lang || "en",
  });
  for (const [name, value] of Object.entries(parts.headers ?? {})) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const { body } = parts;
  const text = typeof body === "string";
  // A Blob has its own content type; a text body is a CSV table.
  const file = body instanceof Blob;
  if (body !== undefined && !file) headers.set("Content-Type", text ? "text/csv" : "application/json");
  return {
    url: query.size > 0 ? `${url}?${query}` : url,
    init: {
      method: method.toUpperCase(),
      headers,
      body: text || file ? body : body === undefined ? null : JSON.stringify(body),
      signal: parts.signal ?? null,
      keepalive: parts.keepalive ?? false,
    },
  };
}

/** Members' calls end on a stalled connection. Tables of the admin and image uploads have no time limit. */
function within({ signal, body }: RequestInit, realm: Realm): AbortSignal | null {
  const own = signal ? [signal] : [];
  const limits = realm === member && !(body instanceof Blob) ? stalled() : [];
  // Browsers without `AbortSignal.any` keep the caller's signal and have no time limit.
  return AbortSignal.any?.([...own, ...limits]) ?? signal ?? null;
}

async function send({ url, init }: Prepared, realm: Realm): Promise<Response> {
  const headers = new Headers(init.headers);
  // Read for each attempt, because a renewed session may have a new token.
  const token = realm.token();
  if (token) headers.set("Authorization", `Bearer ${token}`);
  try {
    return await globalThis.fetch(url, { ...init, headers, signal: within(init, realm) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new NetworkError();
  }
}

async function read(response: Response) {
  if (response.status === 204) return undefined;
  const kind = response.headers.get("Content-Type") ?? "";
  try {
    if (kind.includes("json")) return await response.json();
    return kind.includes("pdf") ? await response.blob() : await response.text();
  } catch {
    // The connection broke inside the response body: the server may have carried out the call.
    throw new NetworkError();
  }
}
