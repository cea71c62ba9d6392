import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { ForgotScreen } from "./ForgotScreen";

/** The answer to the next reset by phone: the line is cut, or the server says that the link is over. */
let last: "cut" | "over" = "over";
beforeEach(() => {
  last = "over";
  sessionStorage.clear();
  queryClient.setQueryData(["config"], {});
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith("/resetPasswordByPhone")) return Response.json({ success: true });
    if (last === "cut") throw new TypeError("the line is cut");
    return Response.json({ code: "invalid_reset_token", message: "No link" }, { status: 400 });
  });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ForgotScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const type = (label: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

it("another link to the same address waits until the server sends again; another address does not wait", async () => {
  vi.useFakeTimers();
  type(/^email/, "mei@example.hk");
  await press("sendLink");
  await act(() => vi.advanceTimersByTimeAsync(0));
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "sendAgainIn" });
  expect(button.disabled).toBe(true);
  expect(document.activeElement?.textContent).toContain("linkSent");
  type(/^email/, "mei@example.com");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "sendLink" }).disabled).toBe(false);
  type(/^email/, "mei@example.hk");
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "sendAgain" }).disabled).toBe(false);
});

async function proveAndReset() {
  fireEvent.click(screen.getByRole("tab", { name: "byPhone" }));
  type(/^phone/, "61234567");
  await press("send");
  await screen.findByLabelText(/^code\.phone/);
  type(/^code\.phone/, "123456");
  await screen.findByLabelText(/^password/);
  type(/^password/, "Peak-tram-1888");
  type(/^confirm/, "Peak-tram-1888");
  await press("reset");
}

it("a number whose accepted code expired can get another code", async () => {
  await proveAndReset();
  expect((await screen.findByRole("alert")).textContent).toBe("errors.over");
  expect(screen.getByLabelText<HTMLInputElement>(/^phone/).readOnly).toBe(false);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "send" }).disabled).toBe(false);
});

it("after a lost response the member reads that the password may be set", async () => {
  last = "cut";
  await proveAndReset();
  await screen.findByText("errors.offline");
  last = "over";
  await press("reset");
  expect((await screen.findByRole("alert")).textContent).toBe("errors.maybeSet");
});
