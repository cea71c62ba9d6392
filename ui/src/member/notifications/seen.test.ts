import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { unseen, useSeen } from "./seen";

afterEach(() => vi.unstubAllGlobals());

const one = (_id: string, read: boolean) => ({
  _id,
  read,
  title: { en: "Hello" },
  body: { en: "There" },
  created: "2026-03-12T00:00:00.000Z",
});

it("reports each unread notification to the server once", () => {
  const rows = [one("a", false), one("b", true), one("c", false)];
  expect(unseen(rows, new Set())).toEqual(["a", "c"]);
  expect(unseen(rows, new Set(["a", "c"]))).toEqual([]);
});

it("keeps what was new during the visit, even if the list is fetched again", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const { result, rerender, unmount } = renderHook(({ rows }) => useSeen(rows), {
    initialProps: { rows: [one("a", false), one("b", true)] },
  });
  rerender({ rows: [one("c", false), one("a", true), one("b", true)] });
  expect([...result.current]).toEqual(["a", "c"]);
  unmount();
  const next = renderHook(() => useSeen([one("a", true)]));
  expect(next.result.current.size).toBe(0);
});
