import { afterEach, expect, it } from "vitest";
import { pendingStorage, RECENT_RECIPIENTS } from "./pendingStorage";
import { remember } from "./remembered";

afterEach(() => localStorage.clear());

it("whoever is not to be remembered any more leaves nobody's address behind", () => {
  remember("mei@example.hk", "remember");
  pendingStorage().set(RECENT_RECIPIENTS, "ka.wing@example.hk");
  remember("mei@example.hk", "forget");
  expect({ ...localStorage }).toEqual({});
});
