import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { paths } from "../../shared/paths";
import { ResetScreen } from "./ResetScreen";

const asked: unknown[] = [];
let cut = false;
let dead = false;
beforeEach(() => {
  asked.length = 0;
  cut = false;
  dead = false;
  queryClient.setQueryData(["config"], {});
  window.history.replaceState({ idx: 3 }, "", "/resetPassword/once");
  vi.stubGlobal("fetch", async (address: string, { body }: RequestInit) => {
    if (address.endsWith("checkResetToken") && !dead) return Response.json({ success: true });
    asked.push(JSON.parse(String(body)));
    if (cut) throw new TypeError("the line is cut");
    return new Response(JSON.stringify({ code: "invalid_reset_token" }), {
      status: 400,
      headers: { "Content-Type": "application/problem+json" },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const load = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[window.location.pathname]}>
        <Routes>
          <Route path={paths.reset} element={<ResetScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
const fill = (password: string) => {
  for (const label of ["password", "confirm"])
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: password } });
};
const submit = () => act(async () => fireEvent.click(screen.getByRole("button", { name: "submit" })));

it("a link works after a reload, without its token in the address, until it is invalid", async () => {
  load();
  expect(window.location.pathname).toBe("/resetPassword");
  cleanup();
  load();
  fill("Peak-tram-1888");
  await submit();
  await screen.findByText("dead.title");
  expect(asked).toEqual([{ token: "once", password: "Peak-tram-1888" }]);
  cleanup();
  load();
  expect(screen.getByText("dead.title")).toBeTruthy();
  expect(window.history.state).toEqual({ idx: 3 });
});

it("an invalid link is reported before the member types a password", async () => {
  dead = true;
  load();
  await screen.findByText("dead.title");
  expect(asked).toEqual([{ token: "once" }]);
});

it("does not redirect a member who went to login meanwhile", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={["/resetPassword/again"]}>
        <Routes>
          <Route path={paths.reset} element={<ResetScreen />} />
          <Route path={paths.login} element={<p>the log in</p>} />
          <Route path={paths.message} element={<p>the message</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  fill("Peak-tram-1888");
  await submit();
  await act(async () => fireEvent.click(screen.getByRole("link", { name: "done.login" })));
  await screen.findByText("the log in");
  await act(async () => answer(new Response(null, { status: 204 })));
  expect(screen.getByText("the log in")).toBeTruthy();
});

it("an invalid link after a lost response may have set the password, and leads to login", async () => {
  load();
  fill("Peak-tram-1888");
  cut = true;
  await submit();
  await screen.findByText("errors.offline");
  cut = false;
  await submit();
  await screen.findByText("maybeSet.title");
  expect(screen.getByRole("link", { name: "maybeSet.login" }).getAttribute("href")).toBe(paths.login);
  expect(screen.getByRole("link", { name: "dead.again" })).toBeTruthy();
});

it("requires a long password if the programme does, and says so", async () => {
  queryClient.setQueryData(["config"], { longPasswords: true });
  load();
  fill("Short-one-26");
  await submit();
  await screen.findByText("errors.shortPassword");
  expect(asked).toEqual([]);
  fill("quiet harbour mornings");
  await submit();
  expect(asked).toHaveLength(1);
});
