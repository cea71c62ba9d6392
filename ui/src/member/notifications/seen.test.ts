import { renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { inboxQuery } from "../../api/inbox";
import { queryClient } from "../../api/queries";
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
  expect([...result.current.fresh]).toEqual(["a", "c"]);
  unmount();
  const next = renderHook(() => useSeen([one("a", true)]));
  expect(next.result.current.fresh.size).toBe(0);
});

it("marks all as read, also those that were new in this visit", async () => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    sent.push(String(body));
    return Response.json({ success: true, unread: 0 });
  });
  const rows = [one("a", false)];
  queryClient.setQueryData(inboxQuery().queryKey, { pages: [{ rows, next: "n" }], pageParams: [""] });
  const { result } = renderHook(() => useSeen(rows));
  await result.current.markAll();
  expect(sent.at(-1)).toBe('{"all":true}');
  expect(result.current.fresh.size).toBe(0);
  expect(queryClient.getQueryData(inboxQuery().queryKey)?.pages[0]?.rows[0]?.read).toBe(true);
});
