import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { intent } from "../../api/offline/intent";
import { openIntents } from "../../device/openIntents";
import { forgetTillIntents, tillIntents } from "./tillIntents";

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const award = { member: "K7Q2M9XA", amountHkd: "30" };
const key = (till: string, person: string) => intent("counter-award", award, tillIntents(till, person)).key;

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
  const meant = intent("counter-award", award, tillIntents("till-1", "fan"));
  meant.settle();
  expect(localStorage.length).toBe(0);
  expect(key("till-1", "fan")).not.toBe(meant.key);
});

it("does not keep keys of another till", () => {
  const before = key("till-1", "fan");
  expect(key("till-2", "fan")).not.toBe(before);
  const there = key("till-2", "fan");
  forgetTillIntents();
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

it("finds the order that an earlier version of the app left open, and its key", () => {
  const found = { name: "Mei", shortId: "K7Q2M9XA" };
  const order = {
    member: found,
    amountHkd: "30",
    enjoyCard: false,
    receipt: "",
    begun: Date.now(),
    by: "fan",
  };
  const body = { member: "K7Q2M9XA", amountHkd: "30", enjoyCard: false };
  const line = (text: string) => ({ at: Date.now(), text });
  const lines = {
    "fan intent:counter-award": line(`17-ab ${JSON.stringify(body)}`),
    "fan counter:award": line(JSON.stringify(order)),
    "ben intent:counter-award": line(`18-cd ${JSON.stringify(body)}`),
    "fan intent:counter-collect": line('16-ef "7H4Q29VX"'),
  };
  localStorage.setItem("counterKept", JSON.stringify({ till: "till-1", lines }));
  const place = tillIntents("till-1", "fan");
  expect(openIntents("counter-award", place.owner)[0]?.note).toEqual(order);
  const meant = intent("counter-award", body, place);
  expect(meant.key).toBe("17-ab");
  expect(intent("counter-collect", "7H4Q29VX", place).key).toBe("16-ef");
  expect(intent("counter-award", body, tillIntents("till-1", "ben")).key).toBe("18-cd");
  meant.settle();
  expect(intent("counter-award", body, tillIntents("till-1", "fan")).key).not.toBe("17-ab");
});
