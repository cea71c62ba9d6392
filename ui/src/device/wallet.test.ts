import { afterEach, describe, expect, it, vi } from "vitest";
import { connectWallet, findWallets, followWallet, shortAddress } from "./wallet";

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
  it("finds none in a browser without wallets", async () => {
    expect(await findWallets()).toEqual([]);
  });

  it("takes the one at window.ethereum when no wallet announces itself", async () => {
    Reflect.set(window, "ethereum", answering([ADDRESS]));
    expect((await findWallets()).map(({ id }) => id)).toEqual(["ethereum"]);
  });

  it("lists each announced wallet once, and then not the one at window.ethereum", async () => {
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

  it("returns its first address", async () => {
    expect(await connectWallet(wallet(answering([ADDRESS, "0x1"])))).toBe(ADDRESS);
  });

  it.each([
    [4001, "declined"],
    [-32002, "waiting"],
    [-32603, "failed"],
  ])("maps error %d to %s", async (code, failure) => {
    await expect(connectWallet(wallet(failing(code)))).rejects.toMatchObject({ failure });
  });

  it.each([[[]], [["0x12"]], ["nothing"], [undefined]])("treats %j as a failure", async (answer) => {
    await expect(connectWallet(wallet(answering(answer)))).rejects.toMatchObject({ failure: "failed" });
  });
});

describe("changing the account", () => {
  const asked: string[] = [];
  const wallet = (permissions: () => Promise<unknown>) => ({
    id: "x",
    name: "X",
    provider: {
      request: async ({ method }: { method: string }) => {
        asked.push(method);
        return method === "wallet_requestPermissions" ? permissions() : [ADDRESS];
      },
    },
  });
  const refusing = (code: number) => () => Promise.reject(Object.assign(new Error("no"), { code }));

  it("asks the wallet which account to use, where it supports that request", async () => {
    asked.length = 0;
    expect(
      await connectWallet(
        wallet(async () => []),
        true,
      ),
    ).toBe(ADDRESS);
    expect(await connectWallet(wallet(refusing(-32601)), true)).toBe(ADDRESS);
    expect(asked.filter((method) => method === "wallet_requestPermissions")).toHaveLength(2);
    await expect(connectWallet(wallet(refusing(4001)), true)).rejects.toMatchObject({ failure: "declined" });
  });

  it("reports an account change in the wallet until the listener is removed", () => {
    const heard: unknown[] = [];
    const listeners = new Set<(accounts: unknown) => void>();
    const provider = {
      request: async () => [],
      on: (_: string, hear: (accounts: unknown) => void) => void listeners.add(hear),
      removeListener: (_: string, hear: (accounts: unknown) => void) => void listeners.delete(hear),
    };
    const stop = followWallet({ id: "x", name: "X", provider }, (address) => heard.push(address));
    for (const hear of listeners) for (const accounts of [[ADDRESS], [], "nonsense"]) hear(accounts);
    expect(heard).toEqual([ADDRESS, undefined, undefined]);
    stop();
    expect(listeners.size).toBe(0);
  });
});

it("shows both ends of an address", () => {
  expect(shortAddress(ADDRESS)).toBe("0x5290 84…E416 9EE7");
});
