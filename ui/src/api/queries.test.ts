import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

/** As the guard asks on a page that begins without a line; `line.up` is whether it is back. */
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

it("asks again as soon as a line comes to a page that began without one", async () => {
  const { line, observer, end } = await startCutOff();
  line.up = true;
  window.dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("yes"));
  end();
});

it("asks who is there again once another answer has come, and only where the line was lost", async () => {
  const { queryClient, line, asked, observer, end } = await startCutOff();
  line.up = true;
  const other = () => queryClient.fetchQuery({ queryKey: ["articles"], queryFn: async () => [] });
  await other();
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe("yes"));
  await other();
  expect(asked).toHaveBeenCalledTimes(2);
  end();
});
