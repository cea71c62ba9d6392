import i18next from "i18next";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "./call";
import { ApiProblem, NetworkError } from "./problem";
import { keepRequestToken, onSessionEnd } from "./session";
import { keepStaffToken, onStaffSessionEnd } from "./staffSession";

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json", ...headers } });

type Handler = (url: string, init: RequestInit) => Response | Promise<Response>;
let requests: { url: string; headers: Headers; body: unknown }[];

function serve(handler: Handler) {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    requests.push({ url, headers: new Headers(init.headers), body: init.body });
    return handler(url, init);
  });
}

beforeEach(() => {
  requests = [];
  localStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const transfer = () =>
  call("post", "/api/transaction/transfer", {
    headers: { "Idempotency-Key": "key-1" },
    body: { recipient: "bob@kapok.example", amount: 5 },
  });

describe("call", () => {
  it("renews the session once for many calls and repeats each with its idempotency key", async () => {
    let live = false;
    serve((url) => {
      if (url === "/api/auth/refresh") {
        live = true;
        return json(200, { success: true, token: "new" });
      }
      return live ? json(200, { transactionId: "t" }) : json(401, { code: "unauthorized", message: "" });
    });
    await Promise.all([transfer(), transfer(), transfer()]);
    expect(requests.filter(({ url }) => url === "/api/auth/refresh")).toHaveLength(1);
    const sent = requests.filter(({ url }) => url === "/api/transaction/transfer");
    expect(sent).toHaveLength(6);
    expect(new Set(sent.map(({ headers }) => headers.get("Idempotency-Key")))).toEqual(new Set(["key-1"]));
    expect(sent.at(-1)?.headers.get("Authorization")).toBe("Bearer new");
  });

  it("renews an expired session even when the device's clock was set back", async () => {
    let live = false;
    serve((url) => {
      if (url === "/api/auth/refresh") live = true;
      const answer = live ? json(200, { token: "new" }) : json(401, { code: "unauthorized", message: "" });
      if (url !== "/api/auth/refresh") live = false;
      return answer;
    });
    await transfer();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    await expect(transfer()).resolves.toBeDefined();
    vi.useRealTimers();
    expect(requests.filter(({ url }) => url === "/api/auth/refresh")).toHaveLength(2);
  });

  it("treats a stalled connection as a network error, and an aborted call as aborted", async () => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
    serve(
      (_, { signal }) =>
        new Promise((_answer, fail) => {
          signal?.addEventListener("abort", () => fail(new DOMException("ended", "AbortError")));
        }),
    );
    const left = new AbortController();
    const asked = call("get", "/api/auth/getUserInfo", { signal: left.signal });
    left.abort();
    await expect(asked).rejects.toThrow("ended");
    const held = transfer();
    limit.abort();
    await expect(held).rejects.toBeInstanceOf(NetworkError);
    vi.restoreAllMocks();
  });

  it("shows the request id of a server error (5xx), and of no other", async () => {
    const answer = (status: number) =>
      serve(() => json(status, { code: "any", message: "No" }, { "X-Request-Id": "ac17e54cb15f4aa4" }));
    await i18next.init({
      lng: "en",
      resources: { en: { translation: { request: "Request number {{id}}" } } },
    });
    answer(500);
    await expect(transfer()).rejects.toMatchObject({ message: "No\nRequest number ac17e54cb15f4aa4" });
    answer(422);
    await expect(transfer()).rejects.toMatchObject({ message: "No" });
    serve(() => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(transfer(), "a proxy's page contains no message").rejects.toMatchObject({ message: "" });
  });

  it("ends the session when it cannot be renewed", async () => {
    keepRequestToken("old");
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    serve(() => json(401, { code: "unauthorized", message: "Log in" }));
    await expect(call("get", "/api/auth/getUserInfo")).rejects.toMatchObject({
      status: 401,
      code: "unauthorized",
    });
    expect(ended).toHaveBeenCalledTimes(1);
    expect(localStorage.getItem("token")).toBeNull();
    stop();
  });

  it("keeps the sessions of staff and members separate", async () => {
    keepRequestToken("member's");
    keepStaffToken("staff's");
    const [left, ended] = [vi.fn(), vi.fn()];
    const stop = [onSessionEnd(left), onStaffSessionEnd(ended)];
    serve(() => json(401, { code: "unauthorized", message: "Log in" }));
    await expect(call("get", "/api/staff/me")).rejects.toMatchObject({ status: 401 });
    // No request was sent for the member, and the member's session was neither renewed nor ended.
    expect(requests.map(({ url }) => url)).toEqual(["/api/staff/me"]);
    expect(requests[0]?.headers.get("Authorization")).toBe("Bearer staff's");
    expect(ended).toHaveBeenCalledTimes(1);
    expect(left).not.toHaveBeenCalled();
    expect(localStorage.getItem("token")).toBe("member's");
    for (const end of stop) end();
  });

  it("does not renew or end the session after a wrong password", async () => {
    serve(() => json(401, { code: "invalid_credentials", message: "No" }));
    const body = { userIdentifier: "a@b.hk", userPassword: "x" };
    await expect(call("post", "/api/auth/login", { body })).rejects.toBeInstanceOf(ApiProblem);
    expect(requests).toHaveLength(1);
  });

  it("does not end the session on a network error", async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    serve((url) => {
      if (url === "/api/auth/refresh") throw new TypeError("offline");
      return json(401, { code: "unauthorized", message: "" });
    });
    await expect(call("get", "/api/auth/getUserInfo")).rejects.toBeInstanceOf(NetworkError);
    expect(ended).not.toHaveBeenCalled();
    stop();
  });

  it("reports how long to wait and which fields were wrong", async () => {
    const errors = [{ field: "email", code: "invalid_email", message: "Check it" }];
    serve(() => json(429, { code: "resend_wait", message: "Wait", errors }, { "Retry-After": "42" }));
    await expect(call("post", "/api/auth/sendEmailOTP", { body: { email: "a@b.hk" } })).rejects.toMatchObject(
      {
        code: "resend_wait",
        retryAfter: 42,
        errors,
      },
    );
  });

  it("fills in path and query", async () => {
    serve(() => json(200, []));
    await call("get", "/api/article/list", { query: { type: "news", limit: 5 } });
    await call("post", "/api/article/like/{id}", { path: { id: "a/b" } });
    expect(requests.map(({ url }) => url)).toEqual([
      "/api/article/list?type=news&limit=5",
      "/api/article/like/a%2Fb",
    ]);
  });
});
