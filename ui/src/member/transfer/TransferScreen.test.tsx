import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { keepRecipient } from "./recent";
import { TransferScreen } from "./TransferScreen";
import { keepDraft } from "./transfer";

const sent: { key: string | null; currentPassword?: string }[] = [];
const answer = (status: number, body: object) => Response.json(body, { status });

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (!address.endsWith("/transfer")) return new Promise(() => {});
    const { currentPassword } = JSON.parse(String(init.body));
    sent.push({ key: new Headers(init.headers).get("Idempotency-Key"), currentPassword });
    if (currentPassword === undefined) return answer(403, { code: "reauth_required", message: "Log in" });
    if (currentPassword !== "right") return answer(401, { code: "reauthentication_required", message: "No" });
    return answer(200, {
      recipient: { phone: "61234567" },
      amount: 6_000,
      transactionId: "t",
      number: "TX-26316-K7Q2",
      points: 1,
    });
  });
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const press = (name: string) => act(async () => fireEvent.click(screen.getByRole("button", { name })));
const type = (password: string) =>
  fireEvent.input(screen.getByLabelText(/^proof\.password/), { target: { value: password } });

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/transfer"]}>
        <TransferScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it("a recent short id is shown in groups, and entered without them", async () => {
  keepRecipient("K7Q2M9XA");
  show();
  await press("K7Q2 M9XA");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /^recipient/ }).value).toBe("K7Q2M9XA");
});

it("a transfer that needs the password is sent with it, under the same key", async () => {
  keepDraft({ recipient: "61234567", amount: "6000" });
  show();
  await press("review");
  await press("confirm");
  await screen.findByText("proof.title");
  await press("proof.cancel");
  await screen.findByText("errors.unproven");
  await press("confirm");
  await screen.findByText("proof.title");
  type("wrong");
  await press("proof.go");
  await screen.findByText("proof.wrong");
  type("right");
  await press("proof.go");
  await screen.findByText("processed");
  expect(sent.map(({ currentPassword }) => currentPassword)).toEqual([
    undefined,
    undefined,
    "wrong",
    "right",
  ]);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
});

it("after a lost response the amount is not subtracted from the balance twice", async () => {
  let reach = false;
  const fetch = vi.fn(async (address: string) => {
    if (!address.endsWith("/transfer")) return new Promise(() => {});
    if (!reach) throw new TypeError("cut");
    return answer(200, {
      recipient: { phone: "61234567" },
      amount: 350,
      transactionId: "t",
      number: "TX-26316-K7Q2",
      points: 650,
    });
  });
  vi.stubGlobal("fetch", fetch);
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: "m1", points: 1000 }))}`;
  queryClient.setQueryData(["user"], { _id: "m1", points: 1_000 });
  keepDraft({ recipient: "61234567", amount: "350" });
  show();
  await press("review");
  expect([screen.getByText("1,000"), screen.getByText("650")]).toHaveLength(2);
  await press("confirm");
  await screen.findByText("errors.offline");
  // The server has made the transfer, and a live update reports the balance.
  act(() => queryClient.setQueryData(["user"], { _id: "m1", points: 650 }));
  expect(screen.queryByText("balanceAfter")).toBeNull();
  expect(screen.queryByText("300")).toBeNull();
  // After a reload the old balance is not shown either.
  cleanup();
  show();
  await press("unanswered.review");
  expect(screen.queryByText("balanceAfter")).toBeNull();
  reach = true;
  await press("confirm");
  await screen.findByText("processed");
});
