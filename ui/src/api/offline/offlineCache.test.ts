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

it("what came before it began is kept, too", async () => {
  queryClient.setQueryData(["user"], memberFixture);
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toContain(memberFixture.firstName);
  stop();
});

it("of the member's contacts it keeps as much as tells one from another", async () => {
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

it("it is written when the browser has nothing else to do, where it tells", async () => {
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

it("a tab's own is written before the page that is being left is gone", async () => {
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

it("nothing is kept where there is nothing", async () => {
  const stop = startOfflineCache();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(kept()).toBeNull();
  stop();
});

it.each([
  ["at the member's own wish", forgetSession],
  ["by the server's word", endSession],
])("it goes with the session %s, whether the keeper is there or not", (_, end) => {
  sessionStorage.setItem("/kept", "{}");
  end();
  expect(kept()).toBeNull();
});
