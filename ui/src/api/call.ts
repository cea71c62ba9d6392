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

// A part with a required member must be given, one with optional members may be, and an absent one
// may not: leaving out an Idempotency-Key is then an error of the compiler, not of the till.
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
    /** Whether the call is sent even where its page is left at once. */
    keepalive?: boolean;
    /** Gets the answer's headers, such as `Link`, before its body is read. */
    answered?: (headers: Headers) => void;
  };

type Rest<Op> = Record<never, never> extends Options<Op> ? [options?: Options<Op>] : [options: Options<Op>];

// A list goes out as a file too: whoever takes one fetches it by its address.
type Content<R> = R extends { content: { "application/json": infer J } }
  ? J
  : R extends { content: infer C }
    ? C[keyof C]
    : undefined;
export type Answer<Op> = Op extends { responses: infer R }
  ? { [S in keyof R]: S extends 200 | 201 | 204 ? Content<R[S]> : never }[keyof R]
  : never;

// These speak of a proof that failed, not of a session that ended: renewing it would not help.
const ABOUT_A_PROOF = new Set([
  "invalid_credentials",
  "biometric_verification_failed",
  "reauthentication_required",
]);

interface Realm {
  token(): string | null;
  /** Whether there is a session to go on with. */
  renew(sentAt: number): Promise<boolean>;
  end(): void;
}

const member: Realm = { token: requestToken, renew: renewSession, end: endSession };
// A staff session is short and is not renewed: whoever was away signs in again.
const staff: Realm = { token: staffToken, renew: async () => false, end: endStaffSession };

// A till rests on cookies alone, and asks by itself who is signed in there.
const counter: Realm = { token: () => null, renew: async () => false, end: () => {} };

/** Whose session a call belongs to: staff, tills and members are strangers to each other, in one browser too. */
function realmOf(path: string): Realm {
  if (path.startsWith("/api/merchant/")) return counter;
  return /^\/api\/(admin|staff)\//.test(path) ? staff : member;
}

/**
 * Calls one operation of `openapi.json`; method, path, parts and answer are checked against it.
 * Fails with ApiProblem when the server refuses and with NetworkError when no answer came.
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
    // The same request to the letter: its idempotency key makes the repeat safe.
    response = await send(request, realm);
  }
  // Taken in, and not done: it waits for a second person. Nothing that a screen could go on with.
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
  // A file tells its own type, and a text is a table.
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

/** Tables of the admin app and anybody's pictures take what they take; all else without an answer has lost the line. */
function within({ signal, body }: RequestInit, realm: Realm): AbortSignal | null {
  const own = signal ? [signal] : [];
  const limits = realm === member && !(body instanceof Blob) ? stalled() : [];
  // Browsers that cannot join two wait as long as they do.
  return AbortSignal.any?.([...own, ...limits]) ?? signal ?? null;
}

async function send({ url, init }: Prepared, realm: Realm): Promise<Response> {
  const headers = new Headers(init.headers);
  // Read at each sending: a renewed session may have brought a new one.
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
    return kind.includes("json") ? await response.json() : await response.text();
  } catch {
    // A line that breaks inside the answer: the call may well have been done.
    throw new NetworkError();
  }
}
