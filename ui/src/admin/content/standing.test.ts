import { expect, it } from "vitest";
import { bySwitch } from "./standing";

it("leaves it to the switch whether members see it", () => {
  const record = { active: true, state: "published", publishAt: "2026-03-12T06:32:08.000Z" };
  expect(bySwitch(record)).toEqual({ active: true, publishAt: "2026-03-12T06:32:08.000Z" });
  expect(record.state).toBe("published");
});
