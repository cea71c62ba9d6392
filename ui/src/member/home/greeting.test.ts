import { describe, expect, it } from "vitest";
import { greetingAt } from "./greeting";

describe("the greeting", () => {
  it.each([
    ["2026-03-12T04:59:00+08:00", "evening"],
    ["2026-03-12T05:00:00+08:00", "morning"],
    ["2026-03-12T11:59:00+08:00", "morning"],
    ["2026-03-12T12:00:00+08:00", "afternoon"],
    ["2026-03-12T17:59:00+08:00", "afternoon"],
    ["2026-03-12T18:00:00+08:00", "evening"],
    // Midnight in London.
    ["2026-03-12T00:00:00Z", "morning"],
  ])("at %s is for the %s", (time, greeting) => {
    expect(greetingAt(Date.parse(time))).toBe(greeting);
  });
});
