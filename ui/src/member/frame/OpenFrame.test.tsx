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

it("says that what is shown may be old where the line is lost, though the device knows nothing of it", async () => {
  queryClient.setQueryData(["text"], "from before", { updatedAt: 1 });
  visit(lineLost);
  expect(await screen.findByText("offline")).toBeTruthy();
  expect(screen.getByText("from before")).toBeTruthy();
});

it("takes it back when an answer comes", async () => {
  queryClient.setQueryData(["text"], "from before", { updatedAt: 1 });
  let answer: () => Promise<string> = lineLost;
  visit(() => answer());
  await screen.findByText("offline");
  answer = () => Promise.resolve("new");
  await queryClient.refetchQueries();
  expect(await screen.findByText("new")).toBeTruthy();
  expect(screen.queryByText("offline")).toBeNull();
});

it("says nothing of it where there is nothing to show: the screen does", async () => {
  visit(lineLost);
  await expect.poll(() => queryClient.getQueryState(["text"])?.status).toBe("error");
  expect(screen.queryByText("offline")).toBeNull();
});
