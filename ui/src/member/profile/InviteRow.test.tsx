import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { memberFixture } from "../../api/member.fixture";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";
import { InviteRow } from "./InviteRow";

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <InviteRow member={memberFixture} />
    </QueryClientProvider>,
  );

const programmeWith = (referralPoints: number) =>
  queryClient.setQueryData(programmeQuery().queryKey, (before) => ({ ...before, referralPoints }) as never);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  queryClient.clear();
});

it("shows the points for an invitation", () => {
  programmeWith(100);
  show();
  expect(screen.getByText("inviteFor")).toBeTruthy();
});

it("shows the member's code if an invitation gives no points", () => {
  programmeWith(0);
  show();
  expect(screen.getByText("inviteCode")).toBeTruthy();
});

it("shows the member's code if the programme's settings do not load", async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { status: 503 })));
  show();
  expect(await screen.findByText("inviteCode")).toBeTruthy();
});
