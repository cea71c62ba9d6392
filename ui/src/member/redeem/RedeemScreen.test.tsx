import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { madeUpItem } from "./madeUp";
import { RedeemScreen } from "./RedeemScreen";

const TREE = madeUpItem({ type: "exchange", name: { en: "Tree" } });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

it("asks for a wallet, and says why, where the programme began to need one while the page was open", async () => {
  let walletRequired = false;
  const refusal = { code: "wallet_required", message: "Connect a wallet first" };
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.startsWith("/api/redeem/list")) return Response.json([TREE]);
    if (address === "/api/config") return Response.json({ walletRequired });
    if (address.startsWith("/api/redeem/purchase/")) return Response.json(refusal, { status: 400 });
    return Response.json({ _id: "m1", points: 500 });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <RedeemScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await vi.waitFor(() => expect(queryClient.getQueryData(["config"])).toEqual({ walletRequired: false }));
  fireEvent.click(await screen.findByRole("button", { name: /Tree/ }));
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "redeem" }));
  walletRequired = true;
  const question = screen.getByRole("alertdialog");
  await act(async () => fireEvent.click(within(question).getByRole("button", { name: "confirm.confirm" })));

  expect(await screen.findByText(refusal.message)).toBeTruthy();
  expect(screen.getByRole("button", { name: "connect" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "redeem" })).toBeNull();
});
