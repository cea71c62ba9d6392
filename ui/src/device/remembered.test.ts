import { afterEach, expect, it } from "vitest";
import { pendingStorage, RECENT_RECIPIENTS } from "./pendingStorage";
import { remember } from "./remembered";

afterEach(() => localStorage.clear());

it("deletes the stored identifier when the member is no longer to be remembered", () => {
  remember("mei@example.hk", "remember");
  pendingStorage().set(RECENT_RECIPIENTS, "ka.wing@example.hk");
  remember("mei@example.hk", "forget");
  expect({ ...localStorage }).toEqual({});
});
