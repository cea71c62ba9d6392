import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { intentTo, pendingTransfers } from "../transfer/pendingTransfers";
import { keepRecipient, recentRecipients } from "../transfer/recent";
import { closeAccount } from "./account";

const signIn = (id: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}`;
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it("closing the account leaves no address of the member on the device", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { headers: { "Content-Type": "application/json" } }));
  for (const [name, value] of [
    ["rememberMe", "true"],
    ["rememberUserIdentifier", "mei@example.hk"],
  ])
    localStorage.setItem(name ?? "", value ?? "");
  signIn("m1");
  keepRecipient("ka.wing@example.hk");
  intentTo({ recipient: "siu.ming@example.hk", amount: 5 });
  localStorage.setItem("coupon:asked", JSON.stringify({ member: "m1", coupons: [{ from: "example.hk" }] }));
  expect([recentRecipients().length, pendingTransfers().length]).toEqual([1, 1]);
  expect(await closeAccount()).toBeUndefined();
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("example.hk");
});
