import { act, renderHook } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type CodeFailure, type KeptContact, useContactCode } from "./useContactCode";
import { groupHongKongPhone } from "./validation";

function start(wrong?: CodeFailure) {
  const calls = {
    send: vi.fn(async () => ({ sent: true, readyAt: 5 })),
    verify: vi.fn(async () => wrong),
  };
  return { calls, hook: renderHook(() => useContactCode(calls)).result };
}

describe("a contact proven by a code", () => {
  it("is proven for the contact that got the code, and for no other", async () => {
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

  it("clears a wrong code, and keeps a code that could not be checked", async () => {
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

  it.each(["phoneCodeWrong", "emailCodeWrong"] as const)(
    "reports after the fifth wrong entry (%s) that the code is used up, and counts again with the next code",
    async (key) => {
      const { calls, hook } = start({ key });
      calls.send.mockResolvedValue({ sent: true, readyAt: 5, anew: true } as never);
      act(() => hook.current.change("61234567"));
      const told: unknown[] = [];
      for (const digits of ["send", "1", "2", "3", "4", "5", "6", "send", "7"]) {
        await act(() => (digits === "send" ? hook.current.send() : hook.current.verify(digits)));
        told.push(hook.current.codeFailure);
      }
      const [wrong, over] = [{ key }, { key: "codeUsedUp" }];
      expect(told).toEqual([undefined, wrong, wrong, wrong, wrong, over, over, undefined, wrong]);
      expect(hook.current.kept.wrong).toBe("1");
    },
  );

  it("is no longer proven when the server refuses it", async () => {
    const { hook } = start();
    act(() => hook.current.change("a@b.hk"));
    await act(() => hook.current.send());
    await act(() => hook.current.verify("123456"));
    act(() => hook.current.refuse());
    expect([hook.current.verified, hook.current.contactFailure]).toEqual([false, "refused"]);
  });
});

describe("a code that was sent before a reload", () => {
  const again = (before: Partial<KeptContact>) => {
    const { result } = renderHook(() =>
      useContactCode({
        send: async () => ({ sent: true, readyAt: 0 }),
        verify: async () => undefined,
        before,
      }),
    );
    return [result.current.value, result.current.sent, result.current.readyAt];
  };

  it("can still be entered, and the wait for the next code stays the same", async () => {
    const readyAt = Date.now() + 60_000;
    const { calls, hook } = start();
    calls.send.mockResolvedValue({ sent: true, readyAt });
    act(() => hook.current.change("6123 4567"));
    expect(hook.current.kept).toEqual({ typed: "6123 4567" });
    await act(() => hook.current.send());
    act(() => hook.current.changeCode("987654"));
    expect(JSON.stringify(hook.current.kept)).not.toContain("987654");
    expect(again(hook.current.kept)).toEqual(["61234567", true, readyAt]);
    await act(() => hook.current.verify("123456"));
    expect(hook.current.kept).toEqual({ typed: "6123 4567" });
  });

  it.each([-20 * 60_000, 20 * 60_000])("is ignored after it expired or the clock was set: %i ms", (off) => {
    const readyAt = `${Date.now() + off}`;
    expect(again({ typed: "61234567", sentTo: "61234567", readyAt })).toEqual(["61234567", false, 0]);
  });
});

describe("a Hong Kong number", () => {
  it.each([
    ["61234567", "6123 4567"],
    ["+852 6123-4567", "6123 4567"],
    ["6123", "6123"],
    ["612345678", "6123 4567"],
  ])("%s is shown as %s", (typed, read) => {
    expect(groupHongKongPhone(typed)).toBe(read);
  });
});
