import { beforeEach, describe, expect, it } from "vitest";
import { keepRecipient, recentRecipients } from "./recent";

const signIn = (id: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing where the tests run.
  document.cookie = `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}`;
};

describe("recent recipients", () => {
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    signIn("m1");
  });

  it("are the last three without duplicates, newest first", () => {
    for (const one of ["a@b.hk", "61234567", "K7Q2M9XA", "A@b.hk"]) keepRecipient(one);
    expect(recentRecipients()).toEqual(["A@b.hk", "K7Q2M9XA", "61234567"]);
  });

  it("stay in the tab, unless the device remembers the member", () => {
    keepRecipient("61234567");
    expect(JSON.stringify({ ...localStorage })).not.toContain("61234567");
    localStorage.setItem("rememberMe", "true");
    keepRecipient("61234567");
    expect(JSON.stringify({ ...localStorage })).toContain("61234567");
  });

  it("are not shown to another member, and ignore invalid data", () => {
    keepRecipient("61234567");
    signIn("m2");
    expect(recentRecipients()).toEqual([]);
    sessionStorage.setItem("recentRecipients", "{");
    expect(recentRecipients()).toEqual([]);
  });
});
