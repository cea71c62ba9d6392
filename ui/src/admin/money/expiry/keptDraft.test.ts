import { beforeEach, expect, it } from "vitest";
import { formOf } from "./expiry";
import { keepDraft, keptDraft } from "./keptDraft";

const DAY = "2026-12-01";
const form = { ...formOf(undefined, DAY), kind: "inactivity" as const, months: "18" };

beforeEach(() => sessionStorage.clear());

it("keeps a draft until another policy is switched on", () => {
  expect(keptDraft(2, DAY)).toBeUndefined();
  keepDraft(2, form);
  expect(keptDraft(2, DAY)).toEqual(form);
  expect(keptDraft(3, DAY)).toBeUndefined();
  keepDraft(2, undefined);
  expect(keptDraft(2, DAY)).toBeUndefined();
});

it("moves a first day that has passed to today", () => {
  keepDraft(2, form);
  expect(keptDraft(2, "2026-12-05")?.starts).toBe("2026-12-05");
  expect(keptDraft(2, "2026-11-05")?.starts).toBe(DAY);
});

it("ignores what no version of the page has written", () => {
  sessionStorage.setItem("draft:expiry", "{");
  expect(keptDraft(2, DAY)).toBeUndefined();
});
