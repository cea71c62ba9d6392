import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { userQuery } from "../../api/member";
import { queryClient } from "../../api/queries";
import { ContactSection } from "./ContactSection";

const EMAIL = "a@b.hk";
let refusal: object | undefined;

beforeEach(() => {
  vi.stubGlobal("fetch", async (address: string) => {
    const refused = address.endsWith("/updateUser") && refusal;
    return new Response(JSON.stringify(refused || {}), {
      status: refused ? 400 : 200,
      headers: { "Content-Type": refused ? "application/problem+json" : "application/json" },
    });
  });
  queryClient.setQueryDefaults(userQuery().queryKey, { staleTime: Number.POSITIVE_INFINITY });
  queryClient.setQueryData(["user"], { _id: "m", email: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  document.body.replaceChildren();
});

function Email() {
  return <ContactSection channel="email" set={useQuery(userQuery()).data?.email ?? null} />;
}

const email = () => screen.getByLabelText<HTMLInputElement>("email");
const prove = async () => {
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "send" })));
  const code = await screen.findByLabelText("code.email");
  await act(async () => fireEvent.input(code, { target: { value: "123456" } }));
};

it("an address whose verification expired can be verified again or changed, and has the focus", async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <Email />
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "add" }));
  fireEvent.input(email(), { target: { value: EMAIL } });
  refusal = { code: "invalid", errors: [{ field: "email", code: "email_not_verified", message: "Anew" }] };
  await prove();
  expect((await screen.findByRole("alert")).textContent).toBe("Anew");
  expect(email().readOnly).toBe(false);
  expect(document.activeElement).toBe(email());
  expect(screen.queryByRole("button", { name: "save.email" })).toBeNull();

  refusal = undefined;
  await prove();
  const line = await screen.findByText(EMAIL);
  await vi.waitFor(() => expect(line.closest(":focus")).not.toBeNull());
});
