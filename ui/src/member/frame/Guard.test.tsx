import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { authQuery } from "../../api/member";
import { queryClient } from "../../api/queries";
import { Guard } from "./Guard";

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const Check = () => <output>{useQuery(authQuery("/saved")).status}</output>;

it("keeps the screen and its input while a check that failed offline is repeated", async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: "m1" }))}`;
  const answers: ((answer: Response | Error) => void)[] = [];
  const answer = (given: Response | Error) => act(async () => answers.shift()?.(given));
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((resolve, reject) => {
        answers.push((given) => (given instanceof Error ? reject(given) : resolve(given)));
      }),
  );
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/saved"]}>
        <Guard>
          <input aria-label="amount" />
        </Guard>
        <Check />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await answer(new TypeError("cut"));
  const field = await screen.findByLabelText<HTMLInputElement>("amount");
  fireEvent.input(field, { target: { value: "350" } });
  expect(screen.getByText("offline")).toBeTruthy();

  // As on reconnect.
  void queryClient.refetchQueries(authQuery("/saved"));
  await screen.findByText("pending");
  expect(screen.getByLabelText("amount")).toBe(field);
  expect(screen.getByText("offline")).toBeTruthy();
  await answer(Response.json({ authenticated: true }));
  await vi.waitFor(() => expect(screen.queryByText("offline")).toBeNull());
  expect(screen.getByLabelText("amount")).toBe(field);
  expect(field.value).toBe("350");
});
