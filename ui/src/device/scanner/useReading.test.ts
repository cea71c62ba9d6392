import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CameraError } from "./camera";
import { useReading } from "./useReading";

const tries: AbortSignal[] = [];
let failing: CameraError | undefined;

vi.mock("./reader", () => ({
  readCamera: async (_: unknown, __: unknown, gone: AbortSignal) => {
    tries.push(gone);
    if (failing) throw failing;
    return { hasTorch: true, useCamera: async (id: string) => id === "back" };
  },
}));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("offers the torch where the current camera has one", async () => {
  const video = { current: document.createElement("video") };
  const { result } = renderHook(() => useReading(video, true, 0, () => {}));
  await vi.waitFor(() => expect(result.current.reading?.hasTorch).toBe(true));
  await act(async () => void (await result.current.reading?.useCamera("front")));
  expect(result.current.reading?.hasTorch).toBe(false);
  await act(async () => void (await result.current.reading?.useCamera("back")));
  expect(result.current.reading?.hasTorch).toBe(true);
});

it("reports a camera that another app took while the page was hidden, and retries", async () => {
  const video = { current: document.createElement("video") };
  const { result } = renderHook(() => useReading(video, true, 0, () => {}));
  await vi.waitFor(() => expect(result.current.reading).toBeTruthy());
  const begun = tries.length;
  const see = (hidden: boolean) =>
    act(async () => {
      vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
      document.dispatchEvent(new Event("visibilitychange"));
    });
  await see(true);
  expect(tries.at(-1)?.aborted, "the camera was released").toBe(true);
  failing = new CameraError("busy");
  await see(false);
  await vi.waitFor(() => expect(result.current).toEqual({ failure: "busy" }));
  failing = undefined;
  await see(true);
  await see(false);
  await vi.waitFor(() => expect(result.current.reading).toBeTruthy());
  expect(tries.length).toBe(begun + 2);
});
