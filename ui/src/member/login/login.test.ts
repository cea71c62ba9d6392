import { describe, expect, it } from "vitest";
import { leftFrom } from "./leftState";
import { checkCredentials } from "./login";
import { isGoal } from "./offerToGoOn";

const check = (identifier: string, password = "x") => checkCredentials({ identifier, password });

describe("the identifier typed at login", () => {
  it.each(["mei.chan@example.hk", "MEI@EXAMPLE.HK", "61234567", "+85261234567", "6123 4567"])(
    "accepts %s",
    (identifier) => {
      expect(check(identifier)).toEqual({});
    },
  );

  it.each(["mei", "mei@", "0123456", "+0123", "1", "1234567890123456"])("refuses %s", (identifier) => {
    expect(check(identifier)).toEqual({ identifier: "invalidUserIdentifier" });
  });

  it("requires both fields", () => {
    expect(check(" ", "")).toEqual({ identifier: "userIdentifierRequired", password: "passwordRequired" });
  });
});

describe("the screen offered after login", () => {
  it.each(["/points", "/transfer", "/user-edit", "/article/0198", "/partner/0198"])(
    "can be the screen %s",
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
  ])("cannot be %j", (asked) => {
    expect(isGoal(asked)).toBe(false);
  });

  it.each([null, undefined, "ended", 7, {}, { ended: "true", asked: 7 }])(
    "is undefined for the state %j",
    (state) => {
      const { ended, asked } = leftFrom(state);
      expect([ended ?? false, asked]).toEqual([false, undefined]);
    },
  );

  it("comes from the navigation state", () => {
    expect(leftFrom({ ended: true, asked: "/points" })).toEqual({
      ended: true,
      asked: "/points",
      required: true,
    });
    expect(leftFrom({ ended: false, asked: "/redeem" }).required).toBe(false);
  });
});
