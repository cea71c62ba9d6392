import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type UserInfo, userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";
import { FirstTutorial } from "./FirstTutorial";

beforeEach(() => vi.stubGlobal("fetch", () => new Promise(() => {})));
afterEach(() => vi.unstubAllGlobals());

const user = (id: string) => ({ _id: id, firstTimeLogin: true }) as UserInfo;

it("shows once for each new member", () => {
  const { queryKey: config } = programmeQuery();
  queryClient.setQueryData(config, { tutorialImages: [] } as never);
  const visit = (id: string) => {
    cleanup();
    queryClient.setQueryData(userQuery().queryKey, user(id));
    render(
      <QueryClientProvider client={queryClient}>
        <FirstTutorial />
      </QueryClientProvider>,
    );
  };
  visit("m1");
  fireEvent(screen.getByRole("dialog"), new Event("cancel", { cancelable: true }));
  visit("m1");
  expect(screen.queryByRole("dialog")).toBeNull();
  visit("m2");
  expect(screen.getByRole("dialog")).toBeTruthy();
});
