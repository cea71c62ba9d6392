import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { lastCollectedKey, newsKey } from "../../api/liveUpdates";
import { queryClient } from "../../api/queries";
import { redemptionFixture } from "./redemption.fixture";
import type { Redemption } from "./redemptions";
import { useCounterNews } from "./useCounterNews";

const OPENED = "2026-03-12T02:00:00.000Z";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

function Shown() {
  const { collected, returned } = useCounterNews("c1", OPENED);
  return <output>{collected ?? (returned ? "returned" : "open")}</output>;
}

/** Renders an open coupon. `had` is its state on the server. */
function show(had: Partial<Redemption>) {
  const fetched = vi.fn(async () =>
    Response.json([redemptionFixture({ _id: "c1", type: "coupon", ...had })]),
  );
  vi.stubGlobal("fetch", fetched);
  queryClient.setQueryData(newsKey, 3);
  render(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  );
  return fetched;
}
const told = () => screen.getByRole("status").textContent;
const tell = (key: readonly string[], data: unknown) =>
  act(async () => void queryClient.setQueryData(key, data));

it("a returned coupon is noticed by the notification that comes with it", async () => {
  const fetched = show({ used: false });
  expect([told(), fetched.mock.calls.length], "earlier news do not count").toEqual(["open", 0]);
  await tell(newsKey, 4);
  await vi.waitFor(() => expect(told()).toBe("returned"));
});

it("other notifications leave it open, and a collected coupon stays collected", async () => {
  const usedAt = OPENED;
  show({ used: true, usedAt });
  await tell(newsKey, 4);
  expect(told()).toBe("open");
  cleanup();
  queryClient.clear();
  const collectedAt = "2026-03-12T02:01:00.000Z";
  show({ used: true, usedAt, collectedAt });
  await tell(lastCollectedKey, collectedAt);
  await vi.waitFor(() => expect(told()).toBe(collectedAt));
  await tell(newsKey, 4);
  expect(told()).toBe(collectedAt);
});
