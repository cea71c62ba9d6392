import { expect, it } from "vitest";
import { withoutState } from "./withoutState";

it("removes the state from a form and keeps a schedule active", () => {
  const record = { active: false, state: "scheduled", publishAt: "2026-03-12T06:32:08.000Z" };
  expect(withoutState(record)).toEqual({ active: true, publishAt: "2026-03-12T06:32:08.000Z" });
  expect(withoutState({ active: false, state: "archived" })).toEqual({ active: false });
  expect(record.state).toBe("scheduled");
});
