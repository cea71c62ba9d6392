import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { saveMemberDraft } from "../../api/offline/memberDraft";
import { queryClient } from "../../api/queries";
import { paths } from "../../shared/paths";
import { ScanScreen } from "./ScanScreen";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const Told = () => <h1>{useLocation().state.title}</h1>;

it.each([
  [404, "invalid_qr", "invalid"],
  [409, "qr_already_used", "used"],
  [410, "qr_expired", "over"],
])("a scan refused with %d %s has its own title", async (status, code, title) => {
  vi.stubGlobal("fetch", async () => Response.json({ status, code, message: "Why" }, { status }));
  saveMemberDraft("scan", { text: "A" });
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[paths.scan]}>
        <Routes>
          <Route path={paths.scan} element={<ScanScreen />} />
          <Route path={paths.message} element={<Told />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "tryAgain" })));
  expect((await screen.findByRole("heading")).textContent).toBe(title);
});
