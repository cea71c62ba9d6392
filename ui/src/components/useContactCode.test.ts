import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { groupHongKongPhone } from "./rules";
import { type CodeFailure, useContactCode } from "./useContactCode";

function start(wrong?: CodeFailure) {
  const calls = {
    send: vi.fn(async () => ({ sent: true, readyAt: 5 })),
    verify: vi.fn(async () => wrong),
  };
  return { calls, hook: renderHook(() => useContactCode(calls)).result };
}

describe("a contact proven by a code", () => {
  it("is proven for what the code was sent to, and for nothing else", async () => {
    const { calls, hook } = start();
    act(() => hook.current.change("6123 4567"));
    await act(() => hook.current.send());
    expect(calls.send).toHaveBeenCalledWith("61234567");
    await act(() => hook.current.verify("123456"));
    expect(hook.current.verified).toBe(true);
    act(() => hook.current.change("6123 4568"));
    expect([hook.current.verified, hook.current.sent, hook.current.readyAt]).toEqual([false, false, 0]);
    act(() => hook.current.change("6123 4567"));
    expect([hook.current.verified, hook.current.sent]).toEqual([true, true]);
  });

  it("sends one code for two presses", async () => {
    const { calls, hook } = start();
    act(() => hook.current.change("a@b.hk"));
    await act(async () => {
      await Promise.all([hook.current.send(), hook.current.send()]);
    });
    expect(calls.send).toHaveBeenCalledTimes(1);
  });

  it("clears a wrong code, and keeps one that could not be checked", async () => {
    for (const [why, kept] of [
      [{ key: "phoneCodeWrong" }, ""],
      [{ key: "offline" }, "123456"],
    ] as const) {
      const { hook } = start(why);
      act(() => hook.current.change("61234567"));
      await act(() => hook.current.send());
      act(() => hook.current.changeCode("123456"));
      await act(() => hook.current.verify("123456"));
      expect([hook.current.code, hook.current.codeFailure]).toEqual([kept, why]);
    }
  });

  it("is unproven once the server refuses it", async () => {
    const { hook } = start();
    act(() => hook.current.change("a@b.hk"));
    await act(() => hook.current.send());
    await act(() => hook.current.verify("123456"));
    act(() => hook.current.refuse({ said: "No" }));
    expect([hook.current.verified, hook.current.contactFailure]).toEqual([false, { said: "No" }]);
  });
});

describe("a Hong Kong number", () => {
  it.each([
    ["61234567", "6123 4567"],
    ["+852 6123-4567", "6123 4567"],
    ["6123", "6123"],
    ["612345678", "6123 4567"],
  ])("%s reads %s", (typed, read) => {
    expect(groupHongKongPhone(typed)).toBe(read);
  });
});
