import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { type Connected, useWallet } from "./useWallet";
import { WalletStep } from "./WalletStep";

const FIRST = `0x${"1".repeat(40)}`;
const SECOND = `0x${"2".repeat(40)}`;

/** A browser wallet whose account can be changed. */
function fakeWallet() {
  const listeners = new Set<(accounts: unknown) => void>();
  return {
    choose: (...accounts: string[]) => {
      for (const hear of listeners) hear(accounts);
    },
    provider: {
      request: async () => [SECOND],
      on: (_: string, hear: (accounts: unknown) => void) => void listeners.add(hear),
      removeListener: (_: string, hear: (accounts: unknown) => void) => void listeners.delete(hear),
    },
  };
}

afterEach(() => {
  Reflect.deleteProperty(window, "ethereum");
  document.body.replaceChildren();
});

it("follows the account selected in the wallet, and asks to confirm again", () => {
  const { choose, provider } = fakeWallet();
  const onOther = vi.fn();
  const { result } = renderHook(() => useWallet(onOther));
  act(() => result.current[1]({ wallet: { id: "x", name: "X", provider }, address: FIRST }));
  expect(result.current[0]).toBe(FIRST);
  act(() => choose(SECOND, FIRST));
  expect(result.current[0]).toBe(SECOND);
  act(() => choose());
  expect(result.current[0]).toBeUndefined();
  expect(onOther).toHaveBeenCalledTimes(2);
});

it("lets another wallet replace the connected one", async () => {
  const { provider } = fakeWallet();
  Reflect.set(window, "ethereum", provider);
  const onWallet = vi.fn();
  render(<WalletStep address={FIRST} trouble={undefined} onWallet={onWallet} />);
  fireEvent.click(screen.getByRole("button", { name: "otherWallet" }));
  expect(onWallet).toHaveBeenLastCalledWith(undefined);
  await vi.waitFor(() =>
    expect(onWallet).toHaveBeenLastCalledWith(expect.objectContaining({ address: SECOND })),
  );
});

function Step() {
  const [connected, setConnected] = useState<Connected>();
  return <WalletStep address={connected?.address} trouble={undefined} onWallet={setConnected} />;
}

it("moves the focus from the removed button to the address", async () => {
  Reflect.set(window, "ethereum", fakeWallet().provider);
  render(<Step />);
  for (const name of ["connect", "otherWallet"]) {
    const button = screen.getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    const address = await screen.findByText("walletConnected");
    await vi.waitFor(() => expect(document.activeElement).toBe(address.closest("[tabindex]")));
  }
});
