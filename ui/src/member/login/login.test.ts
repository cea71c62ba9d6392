import { describe, expect, it } from "vitest";
import { leftFrom } from "./leftState";
import { checkCredentials } from "./login";
import { isGoal } from "./offerToGoOn";

const check = (identifier: string, password = "x") => checkCredentials({ identifier, password });

describe("what is typed at log in", () => {
  it.each(["mei.chan@example.hk", "MEI@EXAMPLE.HK", "61234567", "+85261234567", "6123 4567"])(
    "accepts %s",
    (identifier) => {
      expect(check(identifier)).toEqual({});
    },
  );

  it.each(["mei", "mei@", "0123456", "+0123", "1", "1234567890123456"])("refuses %s", (identifier) => {
    expect(check(identifier)).toEqual({ identifier: "invalidUserIdentifier" });
  });

  it("asks for both", () => {
    expect(check(" ", "")).toEqual({ identifier: "userIdentifierRequired", password: "passwordRequired" });
  });
});

describe("the way on after log in", () => {
  it.each(["/points", "/transfer", "/user-edit", "/article/0198", "/partner/0198"])(
    "leads to %s",
    (asked) => {
      expect(isGoal(asked)).toBe(true);
    },
  );

  it.each([
    "",
    "/",
    "/login",
    "/signup",
    "/message",
    "/nothing",
    "/admin/members",
    "//evil.example",
    "points",
  ])("does not lead to %j", (asked) => {
    expect(isGoal(asked)).toBe(false);
  });

  it.each([null, undefined, "ended", 7, {}, { ended: "true", asked: 7 }])(
    "is not offered for %j",
    (state) => {
      const { ended, asked } = leftFrom(state);
      expect([ended ?? false, asked]).toEqual([false, undefined]);
    },
  );

  it("is told by whoever had to leave", () => {
    expect(leftFrom({ ended: true, asked: "/points" })).toEqual({
      ended: true,
      asked: "/points",
      required: true,
    });
    expect(leftFrom({ ended: false, asked: "/redeem" }).required).toBe(false);
  });
});
