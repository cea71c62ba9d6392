import { describe, expect, it } from "vitest";
import { checkCredentials } from "./login";

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
