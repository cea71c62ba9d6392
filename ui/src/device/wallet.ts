/** The part of EIP-1193 (wallets in the browser) that this app uses. */
interface Provider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
  on?(event: "accountsChanged", hear: (accounts: unknown) => void): void;
  removeListener?(event: "accountsChanged", hear: (accounts: unknown) => void): void;
}

export interface Wallet {
  id: string;
  /** Empty for a wallet that gave no name. */
  name: string;
  provider: Provider;
}

/** `missing`: no wallet installed. `declined`: the member declined. `waiting`: an earlier request is open. */
export type WalletFailure = "missing" | "declined" | "waiting" | "failed";

export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly failure: WalletFailure;

  constructor(failure: WalletFailure) {
    super(failure);
    this.failure = failure;
  }
}

// Wallets announce themselves at once, within the event or a tick later.
const ANSWER_MS = 60;

/** Wallets in this browser: those that announce themselves (EIP-6963), else the one at `window.ethereum`. */
export async function findWallets(): Promise<Wallet[]> {
  const found = new Map<string, Wallet>();
  const hear = (event: Event) => {
    const wallet = announced(event);
    if (wallet) found.set(wallet.id, wallet);
  };
  window.addEventListener("eip6963:announceProvider", hear);
  window.dispatchEvent(new Event("eip6963:requestProvider"));
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  window.removeEventListener("eip6963:announceProvider", hear);
  if (found.size > 0) return [...found.values()];
  const only: unknown = Reflect.get(window, "ethereum");
  return isProvider(only) ? [{ id: "ethereum", name: "", provider: only }] : [];
}

/**
 * Requests a wallet's first address. `anew` makes the wallet ask the member for an account even if it was
 * connected before. Fails with WalletError.
 */
export async function connectWallet({ provider }: Wallet, anew = false): Promise<string> {
  let accounts: unknown;
  try {
    if (anew) await askForAccount(provider);
    accounts = await provider.request({ method: "eth_requestAccounts" });
  } catch (error) {
    throw new WalletError(failureOf(error));
  }
  const address = firstOf(accounts);
  if (!address) throw new WalletError("failed");
  return address;
}

/** Without this request (EIP-2255) a wallet keeps using the account that it gave before. */
async function askForAccount(provider: Provider) {
  try {
    await provider.request({ method: "wallet_requestPermissions", params: [{ eth_accounts: {} }] });
  } catch (error) {
    // Ignore wallets that do not support the request.
    if (failureOf(error) !== "failed") throw error;
  }
}

/** Calls `hear` when another account is chosen in the wallet; with undefined after a disconnect there. */
export function followWallet({ provider }: Wallet, hear: (address: string | undefined) => void): () => void {
  const changed = (accounts: unknown) => hear(firstOf(accounts));
  provider.on?.("accountsChanged", changed);
  return () => provider.removeListener?.("accountsChanged", changed);
}

function firstOf(accounts: unknown): string | undefined {
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  return typeof address === "string" && /^0x[0-9a-f]{40}$/i.test(address) ? address : undefined;
}

function failureOf(error: unknown): WalletFailure {
  const code: unknown = error && typeof error === "object" && "code" in error ? error.code : undefined;
  // EIP-1193: the user rejected the request. EIP-1474: resource unavailable, because a request is still open.
  if (code === 4001) return "declined";
  return code === -32002 ? "waiting" : "failed";
}

function isProvider(thing: unknown): thing is Provider {
  return (
    typeof thing === "object" && thing !== null && "request" in thing && typeof thing.request === "function"
  );
}

function announced(event: Event): Wallet | undefined {
  const detail: unknown = event instanceof CustomEvent ? event.detail : undefined;
  if (typeof detail !== "object" || detail === null) return undefined;
  const info: unknown = Reflect.get(detail, "info");
  const provider: unknown = Reflect.get(detail, "provider");
  if (!isProvider(provider) || typeof info !== "object" || info === null) return undefined;
  const id: unknown = Reflect.get(info, "uuid");
  const name: unknown = Reflect.get(info, "name");
  return typeof id === "string" && typeof name === "string"
    ? { id, name: name.slice(0, 40), provider }
    : undefined;
}

/** 0x71C7 65…4f3E 8976: enough of an address to compare both ends. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)} ${address.slice(6, 8)}…${address.slice(-8, -4)} ${address.slice(-4)}`;
}
