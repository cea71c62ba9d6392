import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { intent } from "../../api/offline/intent";
import { forgetTillStorage, tillStorage } from "./tillStorage";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const award = { member: "K7Q2M9XA", amountHkd: "30" };
const key = (till: string, person: string) => intent("counter-award", award, tillStorage(till, person)).key;

it("gives the same order the same key after a restart of the app", () => {
  const first = key("till-1", "fan");
  sessionStorage.clear();
  expect(key("till-1", "fan")).toBe(first);
});

it("keeps the orders of two people at a till separate", () => {
  const fan = key("till-1", "fan");
  expect(key("till-1", "ben")).not.toBe(fan);
  expect(key("till-1", "fan")).toBe(fan);
});

it("uses a new key after a final answer", () => {
  const meant = intent("counter-award", award, tillStorage("till-1", "fan"));
  meant.settle();
  expect(localStorage.length).toBe(0);
  expect(key("till-1", "fan")).not.toBe(meant.key);
});

it("does not keep keys of another till", () => {
  const before = key("till-1", "fan");
  expect(key("till-2", "fan")).not.toBe(before);
  const there = key("till-2", "fan");
  forgetTillStorage();
  expect(key("till-2", "fan")).not.toBe(there);
});

it("drops a key when the server's retention has passed, even after retries", () => {
  vi.useFakeTimers();
  const first = key("till-1", "fan");
  vi.advanceTimersByTime(23 * 3_600_000);
  expect(key("till-1", "fan")).toBe(first);
  vi.advanceTimersByTime(3_600_000);
  expect(key("till-1", "fan")).not.toBe(first);
});

it("starts fresh if the stored value cannot be read", () => {
  localStorage.setItem("counterKept", "{");
  expect(key("till-1", "fan")).not.toBe("");
});
