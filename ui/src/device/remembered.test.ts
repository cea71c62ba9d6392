import { afterEach, expect, it } from "vitest";
import { place, RECENT } from "./given";
import { remember } from "./remembered";

afterEach(() => localStorage.clear());

it("whoever is not to be remembered any more leaves nobody's address behind", () => {
  remember("mei@example.hk", "remember");
  place().set(RECENT, "ka.wing@example.hk");
  remember("mei@example.hk", "forget");
  expect({ ...localStorage }).toEqual({});
});
