import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memberFixture } from "./member.fixture";
import { keepRegistered } from "./push";
import { startSession } from "./startSession";

const told = vi.fn(async (_: string, init?: RequestInit) => {
  bodies.push(JSON.parse(String(init?.body)));
  return Response.json({ success: true });
});
const bodies: unknown[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", told);
  sessionStorage.clear();
  sessionStorage.setItem("isNative", "true");
  bodies.length = 0;
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const say = (token: string) => sessionStorage.setItem("pushNotificationToken", token);
const device = (fcmToken: string) => ({ isNative: true, fcmToken });

it("registers a native app's token that arrives after the start, once", async () => {
  stop = keepRegistered("en");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies).toEqual([]);
  say("late");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(bodies).toEqual([device("late")]);
});

it("registers it again after another sign-in, which has no registrations", async () => {
  say("same");
  stop = keepRegistered("en");
  await vi.advanceTimersByTimeAsync(10_000);
  stop();
  startSession({ success: true, expiresIn: 900, token: "t", user: memberFixture });
  stop = keepRegistered("en");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies).toEqual([device("same"), device("same")]);
});

it("registers a new token when the app becomes visible again", async () => {
  say("first");
  stop = keepRegistered("en");
  await vi.advanceTimersByTimeAsync(10_000);
  say("second");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies).toEqual([device("first")]);
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(1);
  expect(bodies).toEqual([device("first"), device("second")]);
});

it("retries a failed registration when the connection is back", async () => {
  say("lost");
  const cut = new TypeError("no line");
  told.mockRejectedValueOnce(cut).mockRejectedValueOnce(cut);
  stop = keepRegistered("en");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies).toEqual([]);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(1);
  expect(bodies).toEqual([device("lost")]);
});

it("stops checking once stopped", async () => {
  keepRegistered("en")();
  say("too late");
  await vi.advanceTimersByTimeAsync(60_000);
  window.dispatchEvent(new Event("online"));
  expect(bodies).toEqual([]);
});
