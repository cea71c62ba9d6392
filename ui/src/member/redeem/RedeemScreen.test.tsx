import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { paths } from "../../shared/paths";
import { itemFixture } from "./item.fixture";
import { RedeemScreen } from "./RedeemScreen";

const TREE = itemFixture({ type: "exchange", name: { en: "Tree" } });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

it("asks for a wallet, and says why, if the programme requires one since the page was opened", async () => {
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

const BOOKS = itemFixture({ _id: "b", type: "coupon", name: { en: "Books" }, points: 600 });

function Place() {
  const { pathname } = useLocation();
  return <output data-testid="place">{pathname}</output>;
}

const showList = async (points: number) => {
  vi.stubGlobal("fetch", async (address: string) => {
    if (address.startsWith("/api/redeem/list")) return Response.json([BOOKS]);
    if (address === "/api/config") return Response.json({ walletRequired: false });
    return Response.json({ _id: "m1", points });
  });
  queryClient.setQueryData(["user"], { _id: "m1", points });
  let back = () => {};
  function Back() {
    const navigate = useNavigate();
    back = () => void navigate(-1);
    return null;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[paths.home, paths.redeem]} initialIndex={1}>
        <RedeemScreen />
        <Place />
        <Back />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /Books/ }));
  return () => act(async () => back());
};

it("a member with too few points sees where to earn them, and no redeem button", async () => {
  await showList(100);
  const sheet = within(screen.getByRole("dialog"));
  expect(sheet.getByText("short")).toBeTruthy();
  expect(sheet.queryByRole("button", { name: "redeem" })).toBeNull();
  expect(sheet.getByRole("link", { name: "earn" }).getAttribute("href")).toBe(paths.explorer);
});

it("points spent on another phone do not change the sheet behind the question", async () => {
  await showList(1_000);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "redeem" }));
  act(() => void queryClient.setQueryData(["user"], { _id: "m1", points: 100 }));
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  expect(screen.queryByText("short")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "confirm.cancel" }));
  expect(await screen.findByText("short")).toBeTruthy();
});

it("the device's back button closes the overlays one by one, and then leaves the screen", async () => {
  const back = await showList(1_000);
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "redeem" }));
  expect(screen.getByRole("alertdialog")).toBeTruthy();
  await back();
  expect([screen.queryByRole("alertdialog"), screen.getByTestId("place").textContent]).toEqual([
    null,
    paths.redeem,
  ]);
  expect(screen.getByRole("dialog")).toBeTruthy();
  await back();
  expect([screen.queryByRole("dialog"), screen.getByTestId("place").textContent]).toEqual([
    null,
    paths.redeem,
  ]);
  await back();
  expect(screen.getByTestId("place").textContent).toBe(paths.home);
});

it("a sheet that was closed by its button leaves no history entry", async () => {
  const back = await showList(1_000);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "close" })));
  expect(screen.queryByRole("dialog")).toBeNull();
  await back();
  expect(screen.getByTestId("place").textContent).toBe(paths.home);
});

const arrive = async (address: string) => {
  vi.stubGlobal("fetch", async (path: string) => {
    if (path.startsWith("/api/redeem/list")) return Response.json([BOOKS]);
    if (path === "/api/config") return Response.json({ walletRequired: false });
    return Response.json({ _id: "m1", points: 1_000 });
  });
  const Query = () => <output data-testid="query">{useLocation().search}</output>;
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <RedeemScreen />
        <Query />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("button", { name: /Books/ });
  await vi.waitFor(() => expect(screen.getByTestId("query").textContent).toBe(""));
};

it("an announcement's address opens its item, once", async () => {
  await arrive(`${paths.redeem}?item=b`);
  expect(within(screen.getByRole("dialog")).getByText("Books")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "close" })));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("an item that is no longer there opens nothing", async () => {
  await arrive(`${paths.redeem}?item=gone`);
  expect(screen.queryByRole("dialog")).toBeNull();
});
