import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memberFixture } from "../member.fixture";
import { queryClient } from "../queries";
import { endSession, forgetSession } from "../session";
import { startOfflineCache } from "./offlineCache";

const kept = () => sessionStorage.getItem("/kept");

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: what the app itself reads.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify(memberFixture))}; Path=/`;
});

afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = "userInfo=; Max-Age=0; Path=/";
});

it("keeps data that arrived before the offline cache started", async () => {
  queryClient.setQueryData(["user"], memberFixture);
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toContain(memberFixture.firstName);
  stop();
});

it("masks the member's contacts, but keeps them distinguishable", async () => {
  const member = { ...memberFixture, email: "mei@example.org" };
  queryClient.setQueryData(["user"], member);
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toContain("•••• 4567");
  expect(kept()).toContain("m•••@example.org");
  expect(kept()).not.toContain(memberFixture.phone);
  expect(kept()).not.toContain(member.email);
  expect(queryClient.getQueryData(["user"])).toEqual(member);
  stop();
});

it("writes when the browser is idle, where the browser reports that", async () => {
  const free: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (begin: () => void) => void free.push(begin));
  queryClient.setQueryData(["user"], memberFixture);
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toBeNull();
  free.shift()?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(kept()).toContain(memberFixture.firstName);
  stop();
  vi.unstubAllGlobals();
});

it("writes a tab's own entry before the page is closed", async () => {
  queryClient.setQueryData(["user"], memberFixture);
  vi.stubGlobal("caches", { delete: () => new Promise(() => {}) });
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(500);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(kept()).toContain(memberFixture.firstName);
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("keeps nothing when there is no data", async () => {
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toBeNull();
  stop();
});

it.each([
  ["at the member's own wish", forgetSession],
  ["by the server's word", endSession],
])("is deleted when the session ends %s, whether the offline cache runs or not", (_, end) => {
  sessionStorage.setItem("/kept", "{}");
  end();
  expect(kept()).toBeNull();
});
