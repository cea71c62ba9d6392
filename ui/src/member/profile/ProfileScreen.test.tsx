import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { userQuery } from "../../api/member";
import { memberFixture } from "../../api/member.fixture";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";
import { paths } from "../../shared/paths";
import { ProfileScreen } from "./ProfileScreen";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it("links to everything that the member redeemed", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  queryClient.setQueryData(userQuery().queryKey, memberFixture);
  queryClient.setQueryData(programmeQuery().queryKey, { carbon: false } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <ProfileScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("link", { name: "rewards" }).getAttribute("href")).toBe(paths.rewards);
});
