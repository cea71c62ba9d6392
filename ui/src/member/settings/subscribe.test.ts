import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiProblem } from "../../api/problem";
import { subscribeToPush } from "./subscribe";

const unsubscribe = vi.fn(async () => true);
const made = {
  unsubscribe,
  toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
};
let permission = "granted";
let status = 200;

beforeEach(() => {
  unsubscribe.mockClear();
  const pushManager = { getSubscription: async () => null, subscribe: async () => made };
  vi.stubGlobal("Notification", { requestPermission: async () => permission });
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ pushManager }) } });
  vi.stubGlobal(
    "fetch",
    async () => new Response("{}", { status, headers: { "Content-Type": "application/json" } }),
  );
});
afterEach(() => vi.unstubAllGlobals());

it("unsubscribes a device that our server refuses", async () => {
  status = 422;
  await expect(subscribeToPush("key", "en")).rejects.toThrow(ApiProblem);
  expect(unsubscribe).toHaveBeenCalledTimes(1);
});

it("gives up in a browser without an active service worker", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { serviceWorker: { ready: new Promise(() => {}) } });
  const refused = expect(subscribeToPush("key", "en")).rejects.toThrow("no service worker");
  await vi.advanceTimersByTimeAsync(10_000);
  await refused;
  vi.useRealTimers();
});

it("keeps a subscription that the server accepts, and a refusal by the member is no error", async () => {
  status = 200;
  expect(await subscribeToPush("key", "en")).toBe(true);
  permission = "denied";
  expect(await subscribeToPush("key", "en")).toBe(false);
  expect(unsubscribe).not.toHaveBeenCalled();
});
