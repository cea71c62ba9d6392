import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dropCode, keepRefused, keptCode, redeemCode, refusedCode } from "./scan";

const EARNED = { points: 50, balance: 12_530 };
const keys: (string | null)[] = [];
const answers: (Response | "cut")[] = [];
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });
const problem = (status: number, code: string) => json(status, { status, code, message: `said ${code}` });

beforeEach(() => {
  sessionStorage.clear();
  keys.length = 0;
  answers.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    keys.push(new Headers(init.headers).get("Idempotency-Key"));
    const answer = answers.shift() ?? json(200, { success: true, ...EARNED, message: "50 points added" });
    if (answer === "cut") throw new TypeError("cut");
    return answer;
  });
});
afterEach(() => vi.unstubAllGlobals());

describe("a scanned code", () => {
  it("is the same scan until there is a final response, and a new one after it", async () => {
    answers.push("cut", problem(503, "shutting_down"), problem(429, "rate_limited"));
    expect(await redeemCode("A")).toMatchObject({ kind: "unanswered", offline: true });
    expect(await redeemCode("A")).toMatchObject({ kind: "unanswered", said: "said shutting_down" });
    expect(await redeemCode("A")).toMatchObject({ kind: "unanswered", offline: false });
    expect(await redeemCode("A")).toEqual({ kind: "redeemed", said: "50 points added", ...EARNED });
    expect(keys[0]).toBeTruthy();
    expect(new Set(keys).size).toBe(1);
    await redeemCode("A");
    expect(keys[4]).not.toBe(keys[0]);
  });

  it("is stored over a reload until there is a final response", async () => {
    answers.push("cut", problem(409, "qr_already_used"));
    await redeemCode("A");
    expect(keptCode()).toBe("A");
    expect(await redeemCode("A")).toEqual({
      kind: "refused",
      code: "qr_already_used",
      said: "said qr_already_used",
    });
    expect(keptCode()).toBeUndefined();
  });

  it("that an earlier version of the app left open is sent under its key", async () => {
    sessionStorage.setItem("scan", JSON.stringify({ value: { text: "A" } }));
    sessionStorage.setItem("intent:scan", '17-ab "A"');
    expect(keptCode()).toBe("A");
    await redeemCode("A");
    expect(keys).toEqual(["17-ab"]);
    expect(keptCode()).toBeUndefined();
    expect(sessionStorage).toHaveLength(0);
  });

  it("can be dropped for another", async () => {
    answers.push("cut");
    await redeemCode("A");
    dropCode("A");
    expect(keptCode()).toBeUndefined();
    await redeemCode("A");
    expect(keys[1]).not.toBe(keys[0]);
  });

  it("that was typed and refused can be corrected until one is redeemed", async () => {
    keepRefused("KAPOK-DEMO-5O");
    answers.push(problem(404, "invalid_qr"));
    await redeemCode("A");
    expect(refusedCode()).toBe("KAPOK-DEMO-5O");
    await redeemCode("A");
    expect(refusedCode()).toBeUndefined();
  });

  it("is signed out without an error when the session ends", async () => {
    answers.push(problem(401, "unauthorized"), problem(401, "unauthorized"));
    expect(await redeemCode("A")).toEqual({ kind: "signedOut" });
    expect(keptCode()).toBe("A");
  });
});
