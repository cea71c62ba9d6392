import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetOtherMembersDrafts, savedMemberDraft, saveMemberDraft } from "./memberDraft";

const as = (id: string | undefined) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what the app itself reads.
  document.cookie = id
    ? `userInfo=${encodeURIComponent(JSON.stringify({ _id: id }))}; Path=/`
    : "userInfo=; Max-Age=0; Path=/";
};

beforeEach(() => sessionStorage.clear());
afterEach(() => as(undefined));

describe("what a tab keeps", () => {
  it("is its owner's alone", () => {
    as("first");
    saveMemberDraft("draft", { name: "Mei" });
    expect(savedMemberDraft("draft")).toEqual({ name: "Mei" });
    as("second");
    expect(savedMemberDraft("draft")).toEqual({});
    as("first");
    expect(savedMemberDraft("draft")).toEqual({ name: "Mei" });
  });

  it("goes when somebody else is there, and nothing else does", () => {
    as(undefined);
    saveMemberDraft("signup", { firstName: "Mei" });
    as("first");
    saveMemberDraft("draft", { name: "Mei" });
    as("second");
    saveMemberDraft("own", { name: "Ka Yan" });
    sessionStorage.setItem("isNative", "true");
    sessionStorage.setItem("intent:transfer", "17-ab {}");
    sessionStorage.setItem("editor", JSON.stringify({ etag: "1", draft: {} }));
    forgetOtherMembersDrafts();
    expect(Object.keys(sessionStorage).sort()).toEqual(["editor", "intent:transfer", "isNative", "own"]);
  });

  it("stays as long as nobody is known", () => {
    as("first");
    saveMemberDraft("draft", { name: "Mei" });
    as(undefined);
    forgetOtherMembersDrafts();
    expect(sessionStorage.length).toBe(1);
  });
});
