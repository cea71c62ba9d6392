import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { DeviceSections, useDevice } from "./DeviceSections";

vi.mock("./SignInSection", () => ({ SignInSection: () => "sign-in" }));

const Sections = () => <DeviceSections {...useDevice()} />;
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Sections />
    </QueryClientProvider>,
  );

/** Responds by the last part of the path; other requests fail. */
function answering(answers: Record<string, unknown>) {
  vi.stubGlobal("fetch", async (address: string) => {
    const found = answers[address.split("/").at(-1) ?? ""];
    return found ? Response.json(found) : Response.json({ code: "oops", message: "Oops" }, { status: 500 });
  });
}

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  ["the programme", {}],
  ["the member", { config: { passkeys: true }, passkeys: [] }],
  ["the passkeys", { config: { passkeys: true }, getUserInfo: { _id: "m1" } }],
])("shows an error if %s did not load, and retries", async (_, answers) => {
  answering(answers);
  const { container } = show();
  await vi.waitFor(() => expect(screen.getByRole("alert")).toBeTruthy());
  expect(container.textContent).not.toContain("sign-in");
  answering({ config: { passkeys: true }, passkeys: [], getUserInfo: { _id: "m1" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "tryAgain" })));
  await vi.waitFor(() => expect(container.textContent).toBe("sign-in"));
});
