import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { remember } from "../../device/remembered";
import { groupsOfFour } from "../../i18n/groupsOfFour";
import { clock, petals, remaining, spoken } from "./countdown";
import { isUnanswered, openCoupon, shownBefore, shutCoupon } from "./openCoupon";
import { redemptionFixture } from "./redemption.fixture";
import { newestFirst, type Redemption, shutBecause } from "./redemptions";
import { useCountdown } from "./useCountdown";

describe("the countdown", () => {
  const start = { wall: 1_000_000, page: 500 };

  it("counts down the server's duration, whatever the device's date is", () => {
    expect(remaining(300_000, start, { wall: 1_023_000, page: 23_500 })).toBe(277_000);
  });

  it("continues while the device sleeps, and when its date is set back", () => {
    expect(remaining(300_000, start, { wall: 1_120_000, page: 600 })).toBe(180_000);
    expect(remaining(300_000, start, { wall: 0, page: 60_500 })).toBe(240_000);
  });

  it("ends at zero and stays there", () => {
    expect(remaining(300_000, start, { wall: 9_000_000, page: 500 })).toBe(0);
  });

  it.each([
    [300_000, "5:00"],
    [277_000, "4:37"],
    [276_001, "4:37"],
    [9_000, "0:09"],
    [0, "0:00"],
  ])("shows %d ms as %s", (left, shown) => {
    expect(clock(left)).toBe(shown);
  });

  it("loses a petal a minute", () => {
    expect([300_000, 240_000, 90_000, 0].map(petals)).toEqual([5, 4, 1.5, 0]);
  });

  it("announces one minute and ten seconds only", () => {
    expect([300_000, 60_001, 60_000, 55_000, 42_000, 10_001, 10_000, 5_000].map(spoken)).toEqual([
      undefined,
      undefined,
      "minute",
      undefined,
      undefined,
      undefined,
      "seconds",
      undefined,
    ]);
  });
});

const redemption = (id: string, rest: Partial<Redemption> = {}) => redemptionFixture({ _id: id, ...rest });

describe("the list", () => {
  it("has each redemption once, newest first", () => {
    expect(newestFirst(["1", "3", "2", "3"].map((id) => redemption(id))).map(({ _id }) => _id)).toEqual([
      "3",
      "2",
      "1",
    ]);
  });

  it.each([
    [{ used: false, status: "confirmed" }, undefined],
    [{ used: true, status: "confirmed" }, "used"],
    [{ used: false, status: "processing" }, "processing"],
    [{ used: false, status: "rejected" }, "rejected"],
  ] as const)("for %j the reason that it does not open is %s", (state, why) => {
    expect(shutBecause(state)).toBe(why);
  });

  it("opens one without a response, whatever the server's clock says", () => {
    const used = { used: true, status: "confirmed", expiresAt: "2026-03-12T01:05:00.000Z" } as const;
    expect(shutBecause(used, true)).toBeUndefined();
    expect(shutBecause(used, false)).toBe("used");
  });
});

describe("opening", () => {
  const signIn = (id: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
    document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}`;
  };
  const coupon = { _id: "r1", redeemItemSnapshot: { _id: "i", name: { en: "Bun" } } };
  const keys: (string | null)[] = [];
  const answers: (number | "cut")[] = [];
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    signIn("m1");
    keys.length = 0;
    answers.length = 0;
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get("Idempotency-Key"));
      const answer = answers.shift() ?? 200;
      if (answer === "cut") throw new TypeError("cut");
      const span = { serverTime: "2026-03-12T01:00:00.000Z", expiresAt: "2026-03-12T01:05:00.000Z" };
      return new Response(JSON.stringify(answer === 200 ? span : {}), {
        status: answer,
        headers: { "Content-Type": "application/json" },
      });
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it("shows the same code after a reload, until it is over", async () => {
    await openCoupon(coupon);
    expect(shownBefore()).toEqual(coupon);
    await openCoupon(coupon);
    shutCoupon("r1");
    expect(shownBefore()).toBeUndefined();
    await openCoupon(coupon);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  it("keeps the key if the response was lost", async () => {
    answers.push("cut", 503);
    await expect(openCoupon(coupon)).rejects.toThrow();
    await expect(openCoupon(coupon)).rejects.toThrow();
    await openCoupon(coupon);
    expect(new Set(keys).size).toBe(1);
  });

  it.each(["cut", 401, 429, 503] as const)(
    "does not open a coupon by itself after a reload if its only response was %s",
    async (answer) => {
      // The second response is for the session renewal after a 401.
      answers.push(answer, answer);
      await expect(openCoupon(coupon)).rejects.toThrow();
      expect(shownBefore()).toBeUndefined();
      expect(isUnanswered("r1")).toBe(true);
      shutCoupon("r1");
      expect(isUnanswered("r1")).toBe(false);
    },
  );

  it("shows it again after the app was closed, on a device that remembers the member", async () => {
    await openCoupon(coupon);
    sessionStorage.clear();
    expect(shownBefore()).toBeUndefined();
    remember("mei@example.hk", "remember");
    await openCoupon(coupon);
    sessionStorage.clear();
    expect(shownBefore()).toEqual(coupon);
    await openCoupon(coupon);
    expect(keys[2]).toBe(keys[1]);
    shutCoupon("r1");
    expect(JSON.stringify({ ...localStorage })).not.toContain("r1");
  });

  it("counts its time from when it was first shown, even if later requests fail", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await openCoupon(coupon);
    vi.setSystemTime(Date.now() + 200_000);
    answers.push("cut");
    await expect(openCoupon(coupon)).rejects.toThrow();
    vi.setSystemTime(Date.now() + 96_000);
    expect(shownBefore()).toBeUndefined();
  });

  it("does not show the coupon to another member", async () => {
    await openCoupon(coupon);
    signIn("m2");
    expect(shownBefore()).toBeUndefined();
  });

  it("does not ask again for a coupon whose time is over", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await openCoupon(coupon);
    vi.setSystemTime(Date.now() + 296_000);
    expect(shownBefore()).toBeUndefined();
    expect(isUnanswered("r1")).toBe(false);
  });

  it("allows a retry after a lost response while the coupon can be open, by this device's clock", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    // The device's clock is two hours fast.
    vi.setSystemTime(Date.parse("2026-03-12T03:00:00.000Z"));
    answers.push("cut", "cut");
    await expect(openCoupon(coupon)).rejects.toThrow();
    vi.setSystemTime(Date.now() + 299_000);
    expect(isUnanswered("r1")).toBe(true);
    await expect(openCoupon(coupon)).rejects.toThrow();
    expect(keys[1]).toBe(keys[0]);
    vi.setSystemTime(Date.now() + 300_000);
    expect(isUnanswered("r1")).toBe(false);
    await openCoupon(coupon);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it("counts its time from the response, however late it is rendered", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance", "setInterval", "clearInterval"] });
    const opened = await openCoupon(coupon);
    vi.advanceTimersByTime(7_000);
    const over = vi.fn();
    const { result } = renderHook(() => useCountdown(opened, over));
    expect(result.current).toBe(293_000);
    act(() => vi.advanceTimersByTime(293_000));
    expect([result.current, over.mock.calls.length]).toEqual([0, 1]);
  });

  it("shows the code that an earlier version of the app had open, under its key", async () => {
    const asked = { coupon, key: "17-ab", until: Date.now() + 200_000, shown: true };
    const unanswered = { coupon: { ...coupon, _id: "r2" }, key: "18-cd", until: Date.now() + 200_000 };
    sessionStorage.setItem("coupon:asked", JSON.stringify({ member: "m1", coupons: [unanswered, asked] }));
    expect([shownBefore(), isUnanswered("r2")]).toEqual([coupon, true]);
    await openCoupon(coupon);
    await openCoupon(unanswered.coupon);
    expect(keys).toEqual(["17-ab", "18-cd"]);
    shutCoupon("r1");
    expect([shownBefore()?._id, isUnanswered("r1")]).toEqual(["r2", false]);
  });

  it("forgets a coupon that the server refuses", async () => {
    answers.push(409);
    await expect(openCoupon(coupon)).rejects.toMatchObject({ status: 409 });
    expect(shownBefore()).toBeUndefined();
  });
});

it("shows codes in groups of four", () => {
  expect(["7H4Q29VX", "ABC", "https://x.hk/1", "3EKEYPQRHS83X642Y2GQMNE7T4"].map(groupsOfFour)).toEqual([
    "7H4Q 29VX",
    "ABC",
    "https://x.hk/1",
    "3EKE YPQR HS83 X642 Y2GQ MNE7 T4",
  ]);
});
