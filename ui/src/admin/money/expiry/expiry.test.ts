import { expect, it } from "vitest";
import { type ExpiryVersion, formOf, proposalOf } from "./expiry";

const DAY = "2026-12-01";

it("begins with all notices where expiry was never on", () => {
  const form = formOf(undefined, DAY);
  expect(form.kind).toBe("never");
  expect(proposalOf({ ...form, kind: "afterEarning" }, 0).policy).toEqual({
    rule: { kind: "afterEarning", months: 24, monthEnd: true },
    graceDays: 30,
    extraDays: 90,
    notices: { thirty: true, seven: true, one: true },
  });
});

it("begins with the notices of the policy that holds", () => {
  const version: ExpiryVersion = {
    version: 3,
    policy: {
      rule: { kind: "inactivity", months: 12 },
      graceDays: 0,
      extraDays: 10,
      notices: { thirty: true, seven: false, one: true },
    },
    starts: "2026-01-01T00:00:00Z",
    changedBy: "Lam",
    created: "2026-01-01T00:00:00Z",
  };
  expect(proposalOf(formOf(version, DAY), 3)).toEqual({ policy: version.policy, starts: DAY, version: 3 });
});

it("has all notices for a policy that names none", () => {
  const policy = { rule: { kind: "never" as const }, graceDays: 1, extraDays: 1 };
  const version = { version: 1, policy, starts: DAY, changedBy: "Lam", created: DAY };
  expect(formOf(version, DAY).notices).toEqual({ thirty: true, seven: true, one: true });
});
