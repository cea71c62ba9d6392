import { describe, expect, it, vi } from "vitest";
import { shopLink } from "../member/explorer/partners";
import { tame } from "../shared/article/cleanHtml";
import { addressIn } from "./address";

describe("an address", () => {
  it("is a URL or undefined, and never an error", () => {
    expect(addressIn("https://shop.example/a")?.host).toBe("shop.example");
    expect(addressIn("/points", "https://kapok.example")?.pathname).toBe("/points");
    for (const text of ["", "/points", "https://", "shop"]) expect(addressIn(text)).toBeUndefined();
  });

  it("is parsed in web views without URL.canParse", () => {
    vi.spyOn(URL, "canParse").mockImplementation(() => {
      throw new TypeError("URL.canParse is not a function");
    });
    expect(shopLink("https://shop.example/a")).toBe("https://shop.example/a");
    const fragment = document.createDocumentFragment();
    fragment.append(document.createElement("a"));
    expect(() => tame(fragment)).not.toThrow();
    vi.restoreAllMocks();
  });
});
