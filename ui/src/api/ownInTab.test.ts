import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetOthers, keepOwn, ownKept } from "./ownInTab";

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
    keepOwn("draft", { name: "Mei" });
    expect(ownKept("draft")).toEqual({ name: "Mei" });
    as("second");
    expect(ownKept("draft")).toEqual({});
    as("first");
    expect(ownKept("draft")).toEqual({ name: "Mei" });
  });

  it("goes when somebody else is there, and nothing else does", () => {
    as(undefined);
    keepOwn("signup", { firstName: "Mei" });
    as("first");
    keepOwn("draft", { name: "Mei" });
    as("second");
    keepOwn("own", { name: "Ka Yan" });
    sessionStorage.setItem("isNative", "true");
    sessionStorage.setItem("intent:transfer", "17-ab {}");
    sessionStorage.setItem("editor", JSON.stringify({ etag: "1", draft: {} }));
    forgetOthers();
    expect(Object.keys(sessionStorage).sort()).toEqual(["editor", "intent:transfer", "isNative", "own"]);
  });

  it("stays as long as nobody is known", () => {
    as("first");
    keepOwn("draft", { name: "Mei" });
    as(undefined);
    forgetOthers();
    expect(sessionStorage.length).toBe(1);
  });
});
