import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useDecide } from "./useDecide";

test("a sent note is cleared, and one that is typed meanwhile is kept", async () => {
  const { result } = renderHook(() => useDecide());
  const decide = async (meanwhile?: string) => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    act(() => result.current.setNote("Called the shop."));
    act(() => result.current.decide(() => answered, "done", true));
    if (meanwhile) act(() => result.current.setNote(meanwhile));
    await act(async () => answer());
    return result.current.note;
  };
  expect(await decide()).toBe("");
  expect(await decide("Called the shop. They call back.")).toBe("Called the shop. They call back.");
});
