import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Runs the guard's query on a page that starts offline; `line.up` is whether the connection is back. */
async function startCutOff() {
  vi.resetModules();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const { queryClient } = await import("./queries");
  const { NetworkError } = await import("./problem");
  queryClient.mount();
  const line = { up: false };
  const asked = vi.fn(async () => {
    if (!line.up) throw new NetworkError();
    return "yes";
  });
  const observer = new QueryObserver(queryClient, { queryKey: ["auth", "/"], queryFn: asked, retry: false });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  const end = () => {
    stop();
    queryClient.unmount();
    queryClient.clear();
  };
  return { queryClient, line, asked, observer, end };
}

it("refetches as soon as a page that started offline comes online", async () => {
  const { line, observer, end } = await startCutOff();
  line.up = true;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("yes"));
  end();
});

it("checks the session again after another response, and only after a network error", async () => {
  const { queryClient, line, asked, observer, end } = await startCutOff();
  line.up = true;
  const other = () => queryClient.fetchQuery({ queryKey: ["articles"], queryFn: async () => [] });
  await other();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("yes"));
  await other();
  expect(asked).toHaveBeenCalledTimes(2);
  end();
});
