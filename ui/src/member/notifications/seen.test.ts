import { expect, it } from "vitest";
import { unseen } from "./seen";

const one = (_id: string, read: boolean) => ({
  _id,
  read,
  title: { en: "Hello" },
  body: { en: "There" },
  created: "2026-03-12T00:00:00.000Z",
});

it("tells the server once of each notification that was not read before", () => {
  const rows = [one("a", false), one("b", true), one("c", false)];
  expect(unseen(rows, new Set())).toEqual(["a", "c"]);
  expect(unseen(rows, new Set(["a", "c"]))).toEqual([]);
});
