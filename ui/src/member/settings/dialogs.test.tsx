import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { sessionsQuery } from "./account";
import { ClosingDialog } from "./ClosingDialog";
import { PasswordDialog } from "./PasswordDialog";
import { SessionsSection } from "./SessionsSection";

const SESSION = {
  _id: "s2",
  kind: "browser",
  device: "Firefox",
  started: "2026-03-12T01:00:00.000Z",
  lastSeen: "2026-03-12T01:00:00.000Z",
  current: false,
};

beforeAll(() => {
  // The list is answered; every other request stays pending.
  vi.stubGlobal("fetch", (address: string, { method }: RequestInit) =>
    method === "GET" && address.includes("/sessions")
      ? Promise.resolve(
          new Response(JSON.stringify([SESSION]), { headers: { "Content-Type": "application/json" } }),
        )
      : new Promise(() => {}),
  );
});

// A mounted balance reads the cookie every second, also after the test environment has ended.
afterEach(cleanup);
afterAll(() => vi.unstubAllGlobals());

const named = (name: string) => screen.getByRole("button", { name });
/** Esc, as the browser reports it to a dialog. */
const pressEsc = () => {
  for (const dialog of document.querySelectorAll("dialog"))
    fireEvent(dialog, new Event("cancel", { cancelable: true }));
};

it("Esc does not close the dialog while the account is being closed", () => {
  const onClose = vi.fn();
  const dialog = (busy: boolean) => <ClosingDialog busy={busy} onConfirm={() => {}} onClose={onClose} />;
  const { rerender } = render(
    <QueryClientProvider client={queryClient}>{dialog(false)}</QueryClientProvider>,
  );
  fireEvent.click(named("closing.go"));
  rerender(<QueryClientProvider client={queryClient}>{dialog(true)}</QueryClientProvider>);
  pressEsc();
  fireEvent.click(named("closing.keep"));
  expect(onClose).not.toHaveBeenCalled();
  rerender(<QueryClientProvider client={queryClient}>{dialog(false)}</QueryClientProvider>);
  pressEsc();
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("Cancel and Esc do not close the dialog while the password is being checked", () => {
  const onClose = vi.fn();
  const dialog = (busy: boolean) => (
    <PasswordDialog busy={busy} wrong={false} onConfirm={async () => {}} onClose={onClose} />
  );
  const { rerender } = render(dialog(true));
  pressEsc();
  fireEvent.click(named("confirm.cancel"));
  expect(onClose).not.toHaveBeenCalled();
  rerender(dialog(false));
  fireEvent.click(named("confirm.cancel"));
  expect(onClose).toHaveBeenCalledTimes(1);
});

function Sessions() {
  return <SessionsSection sessions={useQuery(sessionsQuery())} />;
}

it("Esc does not close the dialog while a session is being ended", async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Sessions />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: /Firefox/ }));
  await act(async () => fireEvent.click(named("sessions.end")));
  pressEsc();
  expect(screen.getByRole("alertdialog")).toBeTruthy();
});

it("the heading gets the focus after a session was ended", async () => {
  const json = { headers: { "Content-Type": "application/json" } };
  let sessions = [SESSION];
  const stub = vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    if (init?.method === "DELETE") sessions = [];
    return init?.method === "DELETE"
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(sessions), json);
  });
  queryClient.clear();
  render(
    <QueryClientProvider client={queryClient}>
      <Sessions />
    </QueryClientProvider>,
  );
  const end = await screen.findByRole("button", { name: /Firefox/ });
  end.focus();
  fireEvent.click(end);
  await act(async () => fireEvent.click(named("sessions.end")));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 })));
  stub.mockRestore();
});

it("a refused password is not marked as wrong while the member corrects it or it is being checked", async () => {
  const dialog = (busy: boolean, wrong: boolean) => (
    <PasswordDialog busy={busy} wrong={wrong} onConfirm={async () => {}} onClose={() => {}} />
  );
  const { rerender } = render(dialog(false, false));
  const type = (value: string) =>
    fireEvent.input(screen.getByLabelText("confirm.password"), { target: { value } });
  const told = () => screen.queryByText("confirm.wrong") !== null;
  type("once");
  await act(async () => fireEvent.click(named("confirm.go")));
  rerender(dialog(false, true));
  expect(told()).toBe(true);
  type("twice");
  expect(told()).toBe(false);
  await act(async () => fireEvent.click(named("confirm.go")));
  rerender(dialog(true, true));
  expect(told()).toBe(false);
  rerender(dialog(false, true));
  expect(told()).toBe(true);
});
