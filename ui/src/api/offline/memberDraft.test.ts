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

describe("a member's draft in this tab", () => {
  it("is visible to its owner only", () => {
    as("first");
    saveMemberDraft("draft", { name: "Mei" });
    expect(savedMemberDraft("draft")).toEqual({ name: "Mei" });
    as("second");
    expect(savedMemberDraft("draft")).toEqual({});
    as("first");
    expect(savedMemberDraft("draft")).toEqual({ name: "Mei" });
  });

  it("is deleted when another member logs in, and nothing else is", () => {
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

  it("is kept while no member is known", () => {
    as("first");
    saveMemberDraft("draft", { name: "Mei" });
    as(undefined);
    forgetOtherMembersDrafts();
    expect(sessionStorage.length).toBe(1);
  });
});
