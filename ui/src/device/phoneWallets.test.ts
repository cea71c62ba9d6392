import { afterEach, expect, it, vi } from "vitest";
import { phoneWallets } from "./phoneWallets";
import { inTab } from "./storage";

afterEach(() => {
  vi.unstubAllGlobals();
  inTab.remove("isNative");
});

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  ["Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/150.0.0.0 Mobile Safari/537.36", ["google"]],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1", ["apple"]],
  [`${MAC} Version/19.0 Safari/605.1.15`, ["apple"]],
  [`${MAC} Chrome/150.0.0.0 Safari/537.36`, ["apple", "google"]],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", ["apple", "google"]],
])("%s may have %j", (userAgent, wallets) => {
  vi.stubGlobal("navigator", { userAgent });
  expect(phoneWallets()).toEqual(wallets);
});

it("offers no wallet in the native app", () => {
  inTab.set("isNative", "true");
  expect(phoneWallets()).toEqual([]);
});
