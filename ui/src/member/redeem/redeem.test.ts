import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { itemFixture } from "./item.fixture";
import { availability, shelvesOf } from "./items";
import { purchase } from "./purchase";
import { usePurchaseMessage } from "./usePurchaseMessage";

describe("the availability of an item", () => {
  it.each([
    [8, 20, 8],
    [20, 2, 2],
    [8, -1, 8],
    [-1, 3, 3],
    [0, -1, 0],
    [-1, -1, undefined],
  ])("with %d left and a quota of %d is %s", (leftover, qoutaPerson, shown) => {
    expect(availability({ leftover, qoutaPerson })).toBe(shown);
  });
});

describe("the shelves of Redeem", () => {
  const items = [
    itemFixture({ _id: "1", type: "coupon", points: 900, leftover: 0 }),
    itemFixture({ _id: "2", type: "exchange", points: 20_000 }),
    itemFixture({ _id: "3", type: "coupon", points: 4_001, validUntil: "2026-12-01T00:00:00.000Z" }),
    itemFixture({ _id: "4", type: "coupon", points: 600 }),
    itemFixture({ _id: "5", type: "coupon", points: 4_000 }),
  ];
  it.each([
    ["ours", 1_000, ["exchange 2", "coupon 1 3 4 5"]],
    ["cheapest", 1_000, ["afford 4 1", "nearly 5", "further 3 2"]],
    ["newest", 15_000, ["afford 5 4 3 1", "nearly 2"]],
    ["ending", 0, ["nearly 1 4", "further 3 2 5"]],
    ["cheapest", undefined, ["nearly 4 1", "further 5 3 2"]],
  ] as const)("in the order %s with %s points", (order, balance, shown) => {
    const shelves = shelvesOf(items, order, balance);
    expect(shelves.map(({ title, items }) => [title, ...items.map(({ _id }) => _id)].join(" "))).toEqual(
      shown,
    );
  });
});

const item = itemFixture();
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const bought = () => json(200, { success: true, redemption: { status: "confirmed" }, points: 900 });
const problem = (status: number, code: string) => json(status, { status, code, message: `said ${code}` });
const keys: (string | null)[] = [];
const answers: (Response | "cut")[] = [];

beforeEach(() => {
  sessionStorage.clear();
  keys.length = 0;
  answers.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    const answer = answers.shift() ?? bought();
    if (answer === "cut") throw new TypeError("cut");
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a purchase", () => {
  it("retries with the same key when no response arrives", async () => {
    answers.push("cut", json(503, {}));
    expect(await purchase(item, undefined, [0, 0])).toEqual({
      kind: "bought",
      redemption: { status: "confirmed" },
      balance: 900,
    });
    expect(new Set(keys).size).toBe(1);
  });

  it("keeps its key over a reload until a response arrives, and not longer", async () => {
    answers.push("cut");
    expect(await purchase(item, undefined, [])).toEqual({ kind: "silent" });
    await purchase(item, undefined, []);
    await purchase(item, undefined, []);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it("keeps its key while another item is bought", async () => {
    answers.push("cut");
    await purchase(item, undefined, []);
    await purchase({ ...item, _id: "i2" }, undefined, []);
    await purchase(item, undefined, []);
    expect(keys[2]).toBe(keys[0]);
  });

  it("is signed out without an error when the session ends, and keeps its key for after login", async () => {
    answers.push(problem(401, "unauthorized"), problem(401, "unauthorized"));
    expect(await purchase(item, undefined, [0])).toEqual({ kind: "signedOut" });
    await purchase(item, undefined, []);
    expect(keys.at(-1)).toBe(keys[0]);
  });

  it.each([
    [422, "insufficient_points", { kind: "insufficient" }],
    [409, "out_of_stock", { kind: "unavailable", said: "said out_of_stock" }],
    [404, "item_unavailable", { kind: "unavailable", said: undefined }],
    [400, "invalid_wallet_address", { kind: "wallet", said: "said invalid_wallet_address" }],
  ])("refused with %d %s reports it, and does not retry", async (status, code, outcome) => {
    answers.push(problem(status, code));
    expect(await purchase(item, undefined, [0, 0])).toEqual(outcome);
    expect(keys).toHaveLength(1);
  });

  it("reports a server error after its retries, and is the same purchase when it is confirmed again", async () => {
    answers.push(...[1, 2, 3].map(() => problem(503, "storage_full")));
    expect(await purchase(item, undefined, [0, 0])).toEqual({ kind: "failed", said: "said storage_full" });
    expect(await purchase(item, undefined, [0, 0])).toMatchObject({ kind: "bought" });
    expect(keys).toHaveLength(4);
    expect(new Set(keys).size).toBe(1);
  });

  it("shows the request id of a server error", async () => {
    const told = { code: "internal_error", message: "Our side" };
    answers.push(Response.json(told, { status: 500, headers: { "X-Request-Id": "r1" } }));
    const outcome = await purchase(item, undefined, []);
    expect(outcome).toMatchObject({ kind: "failed", said: expect.stringMatching(/^Our side\n/) });
  });

  it("treats a proxy's error page as no response", async () => {
    answers.push(new Response("<html>Bad gateway</html>", { status: 502 }));
    expect(await purchase(item, undefined, [])).toEqual({ kind: "silent" });
  });
});

describe("the message about a purchase", () => {
  const saidOf = async (answer: Response | "cut") => {
    answers.push(answer);
    const outcome = await purchase(item, undefined, []);
    if (outcome.kind === "signedOut") throw new Error("signed out");
    return renderHook(() => usePurchaseMessage())
      .result.current(outcome, item)
      .message.split("\n");
  };

  it("omits the server's reason if our own text says the same", async () => {
    expect(await saidOf(problem(404, "item_unavailable"))).toEqual(["result.unavailable.text"]);
  });

  it("has the server's reason if it is more precise", async () => {
    expect(await saidOf(problem(409, "out_of_stock"))).toEqual([
      "result.unavailable.text",
      "said out_of_stock",
    ]);
  });

  it("mentions a missing response only if there was none", async () => {
    expect(await saidOf("cut")).toEqual(["result.unavailable.text", "result.silent"]);
    expect(await saidOf(problem(503, "storage_full"))).toEqual([
      "result.unavailable.text",
      "said storage_full",
      "result.again",
    ]);
  });
});
