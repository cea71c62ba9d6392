import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paths } from "../../paths";
import { ResetScreen } from "./ResetScreen";

const asked: unknown[] = [];
beforeEach(() => {
  window.history.replaceState({ idx: 3 }, "", "/resetPassword/once");
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    asked.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ code: "invalid_reset_token" }), {
      status: 400,
      headers: { "Content-Type": "application/problem+json" },
    });
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = () =>
  render(
    <MemoryRouter initialEntries={[window.location.pathname]}>
      <Routes>
        <Route path={paths.reset} element={<ResetScreen />} />
      </Routes>
    </MemoryRouter>,
  );

it("a link works after a reload, without its token in the address, and not once it is dead", async () => {
  load();
  expect(window.location.pathname).toBe("/resetPassword");
  cleanup();
  load();
  for (const label of ["password", "confirm"])
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: "Peak-tram-1888" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "submit" })));
  await screen.findByText("dead.title");
  expect(asked).toEqual([{ token: "once", password: "Peak-tram-1888" }]);
  cleanup();
  load();
  expect(screen.getByText("dead.title")).toBeTruthy();
  expect(window.history.state).toEqual({ idx: 3 });
});

it("whoever has left for the log in meanwhile is led nowhere", async () => {
  let answer = (_: Response) => {};
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (answer = resolve)));
  render(
    <MemoryRouter initialEntries={["/resetPassword/again"]}>
      <Routes>
        <Route path={paths.reset} element={<ResetScreen />} />
        <Route path={paths.login} element={<p>the log in</p>} />
        <Route path={paths.message} element={<p>the message</p>} />
      </Routes>
    </MemoryRouter>,
  );
  for (const label of ["password", "confirm"])
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value: "Peak-tram-1888" } });
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "submit" })));
  await act(async () => fireEvent.click(screen.getByRole("link", { name: "done.login" })));
  await act(async () => answer(new Response(null, { status: 204 })));
  expect(screen.getByText("the log in")).toBeTruthy();
});
