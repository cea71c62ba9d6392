import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useReading } from "./useReading";

vi.mock("./reader", () => ({
  readCamera: async () => ({ hasTorch: true, useCamera: async (id: string) => id === "back" }),
}));

it("the torch is offered where the camera in use has one", async () => {
  const video = { current: document.createElement("video") };
  const { result } = renderHook(() => useReading(video, true, 0, () => {}));
  await vi.waitFor(() => expect(result.current.reading?.hasTorch).toBe(true));
  await act(async () => void (await result.current.reading?.useCamera("front")));
  expect(result.current.reading?.hasTorch).toBe(false);
  await act(async () => void (await result.current.reading?.useCamera("back")));
  expect(result.current.reading?.hasTorch).toBe(true);
});
