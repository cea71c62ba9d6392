import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { queryClient } from "../../api/queries";
import { paths, withoutBar } from "../../shared/paths";
import { MemberFrame } from "./MemberFrame";

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it.each([
  [{ step: "sent" }, true],
  [{ ...withoutBar, step: "sent" }, false],
])("with the state %j the bar is shown: %s", async (state, there) => {
  vi.stubGlobal("fetch", async () => Response.json({ authenticated: true }));
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[{ pathname: paths.transfer, state }]}>
        <Routes>
          <Route element={<MemberFrame />}>
            <Route path={paths.transfer} element={<p>the receipt</p>} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText("the receipt");
  expect(screen.queryByRole("navigation") !== null).toBe(there);
});
