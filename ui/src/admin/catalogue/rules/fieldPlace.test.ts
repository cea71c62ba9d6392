import { expect, it } from "vitest";
import { formField, otherRule } from "./fieldPlace";

it.each([
  ["bonus.factor", "factor"],
  ["caps.perMemberDay", "perMemberDay"],
  ["partners[2]", "partners"],
  ["budget.amount", "budgetAmount"],
  ["budget.unit", "budget"],
  ["hours.until", "hoursUntil"],
  ["until", "until"],
  ["pending.until", "pendingUntil"],
  ["pending.of", "pending"],
  ["name.zh", "name.zh"],
  ["name", "name.en"],
])("finds the field of the form for %s", (field, name) => {
  expect(formField(field)).toBe(name);
});

it("reads the other rule of an overlap", () => {
  expect(otherRule("earningRules[019c]")).toBe("019c");
  expect(otherRule("priority")).toBeUndefined();
});
