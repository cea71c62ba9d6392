import { describe, expect, it } from "vitest";
import { shortIdOf, shownRecipient } from "./recipient";

describe("the short id among identifiers", () => {
  it.each(["K7Q2M9XA", "k7q2-m9xa", " K7Q2 M9XA "])("is found in %s", (typed) => {
    expect(shortIdOf(typed)).toBe("K7Q2M9XA");
  });

  it.each(["61234567", "6123 4567", "mei@example.hk", "K7Q2", "K7Q2M9XU", ""])("is not in %s", (typed) => {
    expect(shortIdOf(typed)).toBeUndefined();
  });
});

describe("a recipient in the review", () => {
  it.each([
    ["k7q2m9xa", "K7Q2 M9XA"],
    ["K7Q2-M9XA", "K7Q2 M9XA"],
    ["61234567", "6123 4567"],
    ["+852 6123 4567", "+852 6123 4567"],
    ["mei@example.hk", "mei@example.hk"],
  ])("shows %s as %s", (typed, shown) => {
    expect(shownRecipient(typed)).toBe(shown);
  });
});
