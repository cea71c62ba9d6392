import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { saveTab } from "../../device/savedTab";
import tile from "../../kit/screen/Tile.module.css";
import { paths } from "../../shared/paths";
import { Coupons } from "./Coupons";
import { RewardsScreen } from "./RewardsScreen";
import { redemptionFixture } from "./redemption.fixture";
import { formatWeekday, type Redemption, redemptionsQuery } from "./redemptions";
import { SavedScreen } from "./SavedScreen";

const redemption = (rest: Partial<Redemption>) => redemptionFixture({ type: "exchange", ...rest });

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
});

const show = (screenful: React.ReactNode, type: Redemption["type"] | undefined, had: Redemption[]) => {
  queryClient.setQueryData(redemptionsQuery(type).queryKey, had);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>{screenful}</MemoryRouter>
    </QueryClientProvider>,
  );
};
const dimmed = () => screen.getByRole("button", { name: /Bun/ }).classList.contains(tile.used ?? "");

it("asks about the coupon that the result page named, once, and not about another", async () => {
  const named = redemptionFixture({ _id: "named" });
  queryClient.setQueryData(redemptionsQuery("coupon").queryKey, [redemptionFixture({}), named]);
  const entry = { pathname: paths.saved, state: { openCoupon: "named" } };
  const saved = (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[entry]}>
        <Coupons type="coupon" />
      </MemoryRouter>
    </QueryClientProvider>
  );
  render(saved);
  fireEvent.click(await screen.findByRole("button", { name: "open.notYet" }));
  cleanup();
  render(saved);
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

it("a used exchange is dimmed below its stamp, and opens its details", () => {
  show(<Coupons />, undefined, [redemption({ used: true, usedAt: "2026-03-12T02:00:00.000Z" })]);
  expect(dimmed()).toBe(true);
  const button = screen.getByRole("button", { name: /Bun/ });
  expect(button.textContent).toContain("confirmed");
  expect(button.hasAttribute("aria-disabled")).toBe(false);
  fireEvent.click(button);
  expect(screen.getByText("exchange.opened")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "exchange.open" })).toBeNull();
});

it("a confirmed exchange that can still be opened is not dimmed", () => {
  show(<Coupons />, undefined, [redemption({})]);
  expect(dimmed()).toBe(false);
});

it("a used coupon is dimmed and does not open", () => {
  show(<Coupons />, undefined, [redemption({ type: "coupon", used: true })]);
  expect(dimmed()).toBe(true);
  expect(screen.getByRole("button", { name: /Bun/ }).getAttribute("aria-disabled")).toBe("true");
});

it("coupons that end come first, the next to end before the others, and an ended one says so", () => {
  vi.setSystemTime("2026-03-12T04:00:00.000Z");
  const coupon = (name: string, rest: Partial<Redemption>) =>
    redemptionFixture({
      _id: name,
      redeemItemSnapshot: { ...redemptionFixture().redeemItemSnapshot, name: { en: name } },
      ...rest,
    });
  show(<Coupons />, undefined, [
    coupon("d", {}),
    coupon("c", { useBy: "2026-03-01", used: true, ended: true }),
    coupon("b", { useBy: "2026-04-12" }),
    coupon("a", { useBy: "2026-03-18" }),
  ]);
  const shown = screen.getAllByRole("button").map(({ textContent }) => textContent);
  expect(shown).toEqual(["auseBy", "buseBy", "dnoEnd", "cendedOnended"]);
  expect(screen.getAllByText("useBy").map(({ className }) => className.includes(tile.soon ?? "?"))).toEqual([
    true,
    false,
  ]);
  vi.useRealTimers();
});

it("Saved keeps what is ready apart from what is used, which is folded while there is another", () => {
  vi.setSystemTime("2026-03-12T04:00:00.000Z");
  const used = redemptionFixture({ _id: "u", used: true });
  show(<Coupons type="coupon" folded />, "coupon", [used, redemptionFixture({ useBy: "2026-03-18" })]);
  expect(screen.getByRole("heading", { name: "ready" })).toBeTruthy();
  expect(screen.getByText("past").closest("details")?.open).toBe(false);
  cleanup();
  show(<Coupons type="coupon" folded />, "coupon", [used]);
  expect(screen.getByText("past").closest("details")?.open).toBe(true);
  vi.useRealTimers();
});

it.each([
  ["en", "Wed 18 Mar"],
  ["zh", "3月18日星期三"],
  ["zhhk", "3月18日星期三"],
] as const)("a last day in the next week has its weekday in %s", (language, shown) => {
  expect(formatWeekday("2026-03-18", language)).toBe(shown);
});

it.each([
  ["below the coupons", [redemption({ type: "coupon" })]],
  ["where there are none", []],
])("Saved links to the exchanges %s", (_, had) => {
  saveTab("coupons");
  show(<SavedScreen />, "coupon", had);
  expect(screen.getByRole("link", { name: /^all/ }).getAttribute("href")).toBe(paths.rewards);
});

it("the link to the exchanges waits for the coupons above it", () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SavedScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByRole("link", { name: /^all/ })).toBeNull();
});

it.each(["processing", "rejected"] as const)(
  "an exchange that is %s is not dimmed: it is not used",
  (status) => {
    show(<Coupons />, undefined, [redemption({ status })]);
    expect(dimmed()).toBe(false);
    expect(screen.getByRole("button", { name: /Bun/ }).textContent).toContain(status);
  },
);

it("a confirmed exchange with a code does not say that nothing is left to do", () => {
  show(<Coupons />, undefined, [redemption({})]);
  fireEvent.click(screen.getByRole("button", { name: /Bun/ }));
  expect(screen.getByText("exchange.withCode")).toBeTruthy();
  expect(screen.queryByText("exchange.confirmed")).toBeNull();
  const [close, open] = screen.getAllByRole("button", { name: /^(close|exchange\.open)$/ });
  expect([close?.textContent, open?.textContent]).toEqual(["close", "exchange.open"]);
});

it.each(["coupon", "exchange"] as const)("My rewards show the type that the address names: %s", (type) => {
  queryClient.setQueryData(redemptionsQuery(type).queryKey, [redemption({ type })]);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/myRewards?type=${type}`]}>
        <RewardsScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: /Bun/ })).toBeTruthy();
});

/** Renders the screen with Home behind it in the history. Returns the device's back button. */
function showWithBack(screenful: React.ReactNode, path: string, type: Redemption["type"] | undefined) {
  queryClient.setQueryData(redemptionsQuery(type).queryKey, [
    redemption({ type: "coupon", _id: "c1" }),
    redemption({
      _id: "e1",
      status: "processing",
      redeemItemSnapshot: { ...redemption({}).redeemItemSnapshot, name: { en: "Tree" } },
    }),
  ]);
  let back = () => {};
  function History() {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    back = () => void navigate(-1);
    return <output data-testid="place">{pathname}</output>;
  }
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[paths.home, path]} initialIndex={1}>
        {screenful}
        <History />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return () => act(async () => back());
}
const place = () => screen.getByTestId("place").textContent;

it.each([
  ["Saved", <SavedScreen key="saved" />, paths.saved, "coupon", /Bun/, "alertdialog"],
  ["My rewards", <RewardsScreen key="all" />, paths.rewards, undefined, /Bun/, "alertdialog"],
  ["My rewards, of an exchange", <RewardsScreen key="one" />, paths.rewards, undefined, /Tree/, "dialog"],
] as const)(
  "the device's back button closes a dialog on %s, and then leaves",
  async (_, screenful, path, type, name, role) => {
    saveTab("coupons");
    const back = showWithBack(screenful, path, type);
    for (const close of [
      back,
      () => act(async () => fireEvent(screen.getByRole(role), new Event("cancel", { cancelable: true }))),
    ]) {
      await act(async () => fireEvent.click(screen.getByRole("button", { name })));
      expect(screen.getByRole(role)).toBeTruthy();
      await close();
      expect(screen.queryByRole(role)).toBeNull();
      expect(place()).toBe(path);
    }
    // Neither overlay has left a history entry.
    await back();
    expect(place()).toBe(paths.home);
  },
);
