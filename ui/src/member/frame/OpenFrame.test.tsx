import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, expect, it } from "vitest";
import { NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import { OpenFrame } from "./OpenFrame";

afterEach(() => {
  cleanup();
  queryClient.clear();
});

function visit(answer: () => Promise<string>) {
  const Text = () => <p>{useQuery({ queryKey: ["text"], queryFn: answer, retry: false }).data}</p>;
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Routes>
          <Route element={<OpenFrame />}>
            <Route path="/" element={<Text />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const lineLost = () => Promise.reject(new NetworkError());

it("warns of old data when requests fail, even if the device believes it is online", async () => {
  queryClient.setQueryData(["text"], "from before", { updatedAt: 1 });
  visit(lineLost);
  expect(await screen.findByText("offline")).toBeTruthy();
  expect(screen.getByText("from before")).toBeTruthy();
});

it("removes the warning when a response arrives", async () => {
  queryClient.setQueryData(["text"], "from before", { updatedAt: 1 });
  let answer: () => Promise<string> = lineLost;
  visit(() => answer());
  await screen.findByText("offline");
  answer = () => Promise.resolve("new");
  await queryClient.refetchQueries();
  expect(await screen.findByText("new")).toBeTruthy();
  expect(screen.queryByText("offline")).toBeNull();
});

it("shows no warning without data: the screen shows the error itself", async () => {
  visit(lineLost);
  await expect.poll(() => queryClient.getQueryState(["text"])?.status).toBe("error");
  expect(screen.queryByText("offline")).toBeNull();
});
