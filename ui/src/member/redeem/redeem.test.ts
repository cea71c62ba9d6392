import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Item } from "../../api/items";
import { availability } from "./items";
import { purchase } from "./purchase";

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

const item: Item = {
  _id: "i1",
  type: "coupon",
  name: { en: "Bun" },
  description: { en: "A bun" },
  image: "/bun.svg",
  points: 100,
  leftover: -1,
  qoutaPerson: -1,
  toc: { en: "" },
};
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
  it("tries again by itself, with the same key, when no answer comes", async () => {
    answers.push("cut", json(503, {}));
    expect(await purchase(item, undefined, [0, 0])).toEqual({
      kind: "bought",
      processing: false,
      balance: 900,
    });
    expect(new Set(keys).size).toBe(1);
  });

  it("keeps its key over a reload until there is an answer, and not beyond", async () => {
    answers.push("cut");
    expect(await purchase(item, undefined, [])).toEqual({ kind: "silent" });
    await purchase(item, undefined, []);
    await purchase(item, undefined, []);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it("is not forgotten while something else is bought", async () => {
    answers.push("cut");
    await purchase(item, undefined, []);
    await purchase({ ...item, _id: "i2" }, undefined, []);
    await purchase(item, undefined, []);
    expect(keys[2]).toBe(keys[0]);
  });

  it("is nobody's fault when the session has ended, and keeps its key for after log in", async () => {
    answers.push(problem(401, "unauthorized"), problem(401, "unauthorized"));
    expect(await purchase(item, undefined, [0])).toEqual({ kind: "signedOut" });
    await purchase(item, undefined, []);
    expect(keys.at(-1)).toBe(keys[0]);
  });

  it.each([
    [422, "insufficient_points", { kind: "insufficient" }],
    [409, "out_of_stock", { kind: "unavailable", said: "said out_of_stock" }],
    [404, "item_unavailable", { kind: "unavailable", said: "said item_unavailable" }],
    [400, "invalid_wallet_address", { kind: "wallet", said: "said invalid_wallet_address" }],
  ])("refused with %d %s tells so, and asks once", async (status, code, outcome) => {
    answers.push(problem(status, code));
    expect(await purchase(item, undefined, [0, 0])).toEqual(outcome);
    expect(keys).toHaveLength(1);
  });
});
