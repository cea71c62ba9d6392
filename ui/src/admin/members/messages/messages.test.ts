import { expect, test } from "vitest";
import { isRepeatable, type Message, reasonOf } from "./messages";

const message = (more: Partial<Message>): Message => ({
  _id: "1",
  attempts: 1,
  channel: "email",
  created: "2026-03-12T06:32:08.000Z",
  kind: "announcement",
  state: "dead",
  to: "m•••@example.org",
  ...more,
});

test("splits a reason into its code and the gateway's own text", () => {
  expect(reasonOf(message({ reason: "refused: 550: 5.1.1 nobody" }))).toEqual({
    word: "refused",
    said: "550: 5.1.1 nobody",
  });
  expect(reasonOf(message({ reason: "lapsed" }))).toEqual({ word: "lapsed", said: "" });
  expect(reasonOf(message({}))).toEqual({ word: "", said: "" });
});

test("failed messages can be retried, except with a code or link, or if unwanted", () => {
  expect(isRepeatable(message({}))).toBe(true);
  expect(isRepeatable(message({ state: "waiting" }))).toBe(false);
  expect(isRepeatable(message({ reason: "unwanted" }))).toBe(false);
  const erased = ["code", "reset", "staff_invitation", "staff_reset", "staff_forgot", "account_closed"];
  for (const kind of erased) expect(isRepeatable(message({ kind }))).toBe(false);
});
