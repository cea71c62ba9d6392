import { expect, it } from "vitest";
import type { Notification } from "../../api/inbox";
import { groupsOf } from "./groups";

const NOW = Date.parse("2026-11-12T09:00:00+08:00");
const at = (created: string): Notification => ({
  _id: created,
  title: { en: "" },
  body: { en: "" },
  created,
  read: true,
});
const shown = (...moments: string[]) =>
  groupsOf(moments.map(at), NOW).map(({ when, month, rows }) => [when, month, rows.length]);

it("groups notifications by Hong Kong's days: today, yesterday, this month, earlier months", () => {
  expect(
    shown(
      "2026-11-12T00:30:00Z",
      // Still the twelfth in Hong Kong.
      "2026-11-11T16:00:00Z",
      "2026-11-11T15:59:59Z",
      "2026-11-10T15:59:59Z",
      "2026-11-01T00:00:00+08:00",
      "2026-10-31T23:59:59+08:00",
      "2026-10-01T12:00:00+08:00",
      "2025-11-12T12:00:00+08:00",
    ),
  ).toEqual([
    ["today", "2026-11", 2],
    ["yesterday", "2026-11", 1],
    ["earlier", "2026-11", 2],
    ["month", "2026-10", 2],
    ["month", "2025-11", 1],
  ]);
});

it("yesterday may be in another month", () => {
  const first = Date.parse("2026-12-01T09:00:00+08:00");
  expect(groupsOf([at("2026-11-30T12:00:00+08:00")], first)[0]?.when).toBe("yesterday");
});
