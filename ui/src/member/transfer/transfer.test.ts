import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiProblem, NetworkError } from "../../api/problem";
import { isOnItsWay, keyTo, pendingTransfers } from "./pendingTransfers";
import { EMPTY, failureOf, keepDraft, keptDraft, orderOf, proofFor, send } from "./transfer";

const order = { recipient: "ka.wing@example.hk", amount: 350 };
const signIn = (id: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}`;
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  signIn("m1");
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("an order", () => {
  it("needs both a recipient and an amount", () => {
    expect(orderOf({ recipient: " ka.wing@example.hk ", amount: "350" })).toEqual(order);
    expect(orderOf({ recipient: " ", amount: "350" })).toBeUndefined();
    expect(orderOf({ recipient: "61234567", amount: "" })).toBeUndefined();
    expect(orderOf({ recipient: "61234567", amount: "0" })).toBeUndefined();
  });
});

describe("the draft", () => {
  it("survives a reload, but is not shown to another member", () => {
    const draft = { recipient: "61234567", amount: "20" };
    keepDraft(draft);
    expect(keptDraft()).toEqual(draft);
    signIn("m2");
    expect(keptDraft()).toEqual(EMPTY);
  });

  it("is empty if the storage holds invalid data", () => {
    sessionStorage.setItem("transfer", "{");
    expect(keptDraft()).toEqual(EMPTY);
  });
});

describe("a transfer", () => {
  const keys: (string | null)[] = [];
  const answer = (...answers: (() => Response)[]) => {
    keys.length = 0;
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      const next = answers.shift();
      if (!next) throw new TypeError("the line is cut");
      return next();
    });
  };
  const json = (status: number, body: object) => () =>
    new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
  const done = json(200, {
    recipient: { email: order.recipient },
    amount: 350,
    transactionId: "t",
    number: "TX-26316-K7Q2",
    points: 1,
  });

  it("keeps its key after a session ended, and when the device is to remember the member from then on", async () => {
    answer();
    await expect(send(order)).rejects.toThrow(NetworkError);
    const lost = keys[0];
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
    document.cookie = "userInfo=; max-age=0";
    await expect(send({ recipient: "61234567", amount: 1 })).rejects.toThrow(NetworkError);
    localStorage.setItem("rememberMe", "true");
    signIn("m1");
    expect(pendingTransfers()).toMatchObject([order]);
    answer(done);
    await send(order);
    expect(keys).toEqual([lost]);
    expect(pendingTransfers()).toEqual([]);
  });

  it("is retried with the same key after a network error", async () => {
    answer();
    await expect(send(order)).rejects.toThrow(NetworkError);
    const lost = keys[0];
    answer(done);
    await send(order);
    expect(keys).toEqual([lost]);
  });

  it("has a new key after a final response, success or refusal", async () => {
    answer(json(422, { code: "transfer_refused", message: "No" }), done, done);
    await expect(send(order)).rejects.toThrow(ApiProblem);
    await send(order);
    await send(order);
    expect(new Set(keys).size).toBe(3);
  });

  it("keeps its key during one review, so that pressing again pays nothing more", async () => {
    const look = keyTo(order);
    answer(done, done);
    await send(order, look);
    await send(order, look);
    expect(keys).toEqual([look, look]);
    expect(keyTo(order)).not.toBe(look);
  });

  it("is not listed as unanswered while it is being sent", async () => {
    answer(() => {
      expect([pendingTransfers(), isOnItsWay(order)]).toEqual([[], true]);
      return new Response("", { status: 503 });
    });
    await expect(send(order)).rejects.toThrow(ApiProblem);
    expect([pendingTransfers().length, isOnItsWay(order)]).toEqual([1, false]);
  });

  it("keeps its key while others are sent in between, until there is a response", async () => {
    answer();
    await expect(send(order)).rejects.toThrow(NetworkError);
    expect(pendingTransfers()).toMatchObject([order]);
    const lost = keys[0];
    answer(done, json(422, { code: "transfer_refused", message: "No" }), done);
    await send({ ...order, amount: 20 });
    await expect(send({ ...order, recipient: "61234567" })).rejects.toThrow(ApiProblem);
    expect(pendingTransfers()).toMatchObject([order]);
    await send(order);
    expect(keys[2]).toBe(lost);
    expect(new Set(keys).size).toBe(3);
    expect(pendingTransfers()).toEqual([]);
  });

  it("is not pending if it was refused because the session had ended", async () => {
    answer(
      () => {
        // The end of a session removes the cookie that identifies the member.
        // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
        document.cookie = "userInfo=; max-age=0";
        return json(401, { code: "unauthorized", message: "Log in" })();
      },
      json(401, { code: "unauthorized", message: "Log in" }),
    );
    await expect(send(order)).rejects.toThrow(ApiProblem);
    signIn("m1");
    expect(pendingTransfers()).toEqual([]);
  });

  it("is not pending if the server refused it before processing it", async () => {
    answer(json(429, { code: "rate_limited", message: "Later" }));
    await expect(send(order)).rejects.toThrow(ApiProblem);
    expect(pendingTransfers()).toEqual([]);
    // But such a refusal says nothing about an earlier attempt.
    answer(json(503, {}), json(429, { code: "rate_limited", message: "Later" }));
    await expect(send(order)).rejects.toThrow(ApiProblem);
    await expect(send(order)).rejects.toThrow(ApiProblem);
    expect(keys[1]).toBe(keys[0]);
    expect(pendingTransfers()).toMatchObject([order]);
  });

  it("stays pending for a day, in this tab or on a device that remembers the member, for this member", async () => {
    localStorage.setItem("rememberMe", "true");
    vi.useFakeTimers({ toFake: ["Date"] });
    answer();
    await expect(send(order)).rejects.toThrow(NetworkError);
    sessionStorage.clear();
    expect(pendingTransfers()).toMatchObject([order]);
    signIn("m2");
    expect(pendingTransfers()).toEqual([]);
    signIn("m1");
    vi.setSystemTime(Date.now() + 24 * 3_600_000);
    expect(pendingTransfers()).toEqual([]);
    localStorage.setItem("transfer:open", "{");
    expect(pendingTransfers()).toEqual([]);
  });

  it("is sent with the password once the server asks for it, under the same key", async () => {
    const look = keyTo(order);
    const bodies: unknown[] = [];
    answer(json(403, { code: "reauth_required", message: "Log in" }), done);
    const plain = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
      bodies.push(JSON.parse(String(init.body)));
      return plain(address, init);
    });
    const refusal = await send(order, look).catch((error: unknown) => error);
    expect([proofFor(refusal), failureOf(refusal)]).toEqual(["needed", { key: "unproven" }]);
    await send(order, look, "Peak-tram-1888");
    expect(keys).toEqual([look, look]);
    expect(bodies).toEqual([order, { ...order, currentPassword: "Peak-tram-1888" }]);
  });

  it("that an earlier version of the app left open is neither lost nor paid twice", async () => {
    const left = { ...order, key: "17-ab", begun: Date.now() - 3_600_000 };
    const over = { ...order, amount: 9, key: "16-cd", begun: Date.now() - 24 * 3_600_000 };
    localStorage.setItem("transfer:open", JSON.stringify({ member: "m1", orders: [left, over] }));
    signIn("m2");
    expect(pendingTransfers()).toEqual([]);
    signIn("m1");
    expect(pendingTransfers()).toMatchObject([order]);
    answer(done, done);
    await send(order);
    await send(order);
    expect(keys[0]).toBe("17-ab");
    expect(keys[1]).not.toBe("17-ab");
    expect(pendingTransfers()).toEqual([]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("17-ab");
  });

  it("has another key for another amount", async () => {
    answer();
    await expect(send(order)).rejects.toThrow();
    const lost = keys[0];
    answer(done);
    await send({ ...order, amount: 351 });
    expect(keys[0]).not.toBe(lost);
  });
});

describe("why a transfer failed", () => {
  it("is reported in the words of the specification or of the server", () => {
    expect(failureOf(new ApiProblem(422, { code: "transfer_refused", message: "x" }))).toEqual({
      key: "refused",
    });
    expect(failureOf(new ApiProblem(429, { code: "daily_limit_reached", message: "Tomorrow" }))).toEqual({
      said: "Tomorrow",
    });
    expect(failureOf(new ApiProblem(502, {}))).toEqual({ key: "failed" });
    expect(failureOf(new NetworkError())).toEqual({ key: "offline" });
  });
});
