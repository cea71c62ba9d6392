import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { MessagesScreen, UnsubscribeScreen } from "./MessagesScreen";

const PREFERENCES = {
  kinds: [
    {
      kind: "points",
      channels: [
        { channel: "email", wanted: true, locked: false },
        { channel: "push", wanted: true, locked: false },
      ],
    },
  ],
  marketing: { consented: false, text: { en: "Offers" }, textVersion: "1" },
};

const show = (screen: "messages" | "leave") =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/unsubscribe?token=abc"]}>
        {screen === "messages" ? <MessagesScreen /> : <UnsubscribeScreen />}
      </MemoryRouter>
    </QueryClientProvider>,
  );

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it("an error stays until the same change succeeds, whatever else succeeds", async () => {
  let failing = true;
  vi.stubGlobal("fetch", async (_: string, init?: RequestInit) =>
    init?.method?.toUpperCase() === "PUT" && failing
      ? Response.json({ code: "oops", message: "Oops" }, { status: 422 })
      : Response.json(PREFERENCES),
  );
  show("messages");
  const press = async (name: string) => {
    const choice = await screen.findByLabelText(name);
    await act(async () => fireEvent.click(choice));
  };
  await press("channels.email");
  await vi.waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Oops"));
  failing = false;
  await press("channels.push");
  expect(screen.getByRole("alert").textContent).toContain("Oops");
  await press("channels.email");
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

it("moves the focus from the removed button to the result", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true }));
  show("leave");
  const go = screen.getByRole("button", { name: "leave.go" });
  go.focus();
  await act(async () => fireEvent.click(go));
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe("leave.doneTitle"));
});
