import { afterEach, describe, expect, it, vi } from "vitest";
import { connectWallet, findWallets, shortAddress } from "./wallet";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const answering = (answer: unknown) => ({ request: async () => answer });
const failing = (code: number) => ({
  request: () => Promise.reject(Object.assign(new Error("no"), { code })),
});

afterEach(() => {
  Reflect.deleteProperty(window, "ethereum");
  vi.restoreAllMocks();
});

describe("finding wallets", () => {
  it("finds none in a plain browser", async () => {
    expect(await findWallets()).toEqual([]);
  });

  it("takes the one at window.ethereum when nobody announces themselves", async () => {
    Reflect.set(window, "ethereum", answering([ADDRESS]));
    expect((await findWallets()).map(({ id }) => id)).toEqual(["ethereum"]);
  });

  it("lists each announced wallet once, and then not the nameless one", async () => {
    Reflect.set(window, "ethereum", answering([ADDRESS]));
    const announce = () => {
      for (const [uuid, name] of [
        ["a", "Fox"],
        ["b", "Rainbow"],
        ["a", "Fox"],
      ]) {
        const detail = { info: { uuid, name }, provider: answering([ADDRESS]) };
        window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
      }
    };
    window.addEventListener("eip6963:requestProvider", announce, { once: true });
    expect((await findWallets()).map(({ name }) => name)).toEqual(["Fox", "Rainbow"]);
  });
});

describe("connecting a wallet", () => {
  const wallet = (provider: { request(): Promise<unknown> }) => ({ id: "x", name: "X", provider });

  it("gives its first address", async () => {
    expect(await connectWallet(wallet(answering([ADDRESS, "0x1"])))).toBe(ADDRESS);
  });

  it.each([
    [4001, "declined"],
    [-32002, "waiting"],
    [-32603, "failed"],
  ])("tells error %d as %s", async (code, failure) => {
    await expect(connectWallet(wallet(failing(code)))).rejects.toMatchObject({ failure });
  });

  it.each([[[]], [["0x12"]], ["nothing"], [undefined]])("takes %j for a failure", async (answer) => {
    await expect(connectWallet(wallet(answering(answer)))).rejects.toMatchObject({ failure: "failed" });
  });
});

it("shows both ends of an address", () => {
  expect(shortAddress(ADDRESS)).toBe("0x5290 84…E416 9EE7");
});
