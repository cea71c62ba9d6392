import { describe, expect, it } from "vitest";
import { shortIdOf } from "./recipient";

describe("the short id among identifiers", () => {
  it.each(["K7Q2M9XA", "k7q2-m9xa", " K7Q2 M9XA "])("is found in %s", (typed) => {
    expect(shortIdOf(typed)).toBe("K7Q2M9XA");
  });

  it.each(["61234567", "6123 4567", "mei@example.hk", "K7Q2", "K7Q2M9XU", ""])("is not in %s", (typed) => {
    expect(shortIdOf(typed)).toBeUndefined();
  });
});
