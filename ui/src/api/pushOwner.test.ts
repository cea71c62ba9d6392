import { afterEach, expect, it, vi } from "vitest";
import { forgetBrowser, keepRegistered, ownSubscription, registerBrowser } from "./push";

const subscription = vi.hoisted(() => ({
  endpoint: "https://push.example/1",
  toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
}));
vi.mock("../device/push", () => ({ currentSubscription: async () => subscription }));

const signIn = (id: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}`;
};

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it("registers a browser again only for the member who switched notifications on there", async () => {
  const told = vi.fn(async (_: string) => Response.json({ success: true }));
  vi.stubGlobal("fetch", told);
  signIn("m1");
  const mine = await ownSubscription();
  if (!mine) throw new Error("one of before owners were kept counts as the member's");
  await registerBrowser(mine, "en");

  const start = async (id: string) => {
    sessionStorage.clear();
    signIn(id);
    const stop = keepRegistered("en");
    document.dispatchEvent(new Event("visibilitychange"));
    await new Promise((done) => setTimeout(done, 20));
    stop();
    return told.mock.calls.length;
  };
  expect(await start("m2")).toBe(1);
  expect(await ownSubscription()).toBeUndefined();
  expect(await start("m1")).toBe(2);
  await forgetBrowser(mine.endpoint);
  expect({ ...localStorage }).toEqual({});
});
