import { describe, expect, it } from "vitest";
import { tame } from "./cleanHtml";

// DOMPurify itself is tested in a browser: it cannot clean the document of these unit tests.
function tamed(tag: string, attributes: Record<string, string>): Element | null {
  const fragment = document.createDocumentFragment();
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  fragment.append(element);
  tame(fragment);
  return fragment.firstElementChild;
}

describe("a link in an article", () => {
  it("opens in a new tab without access to our page", () => {
    const link = tamed("a", { href: "https://a.example/" });
    expect(link?.getAttribute("target")).toBe("_blank");
    expect(link?.getAttribute("rel")).toBe("noopener noreferrer");
  });

  it.each(["javascript:x()", "data:text/html,x", "/redeem", "//a.example", "vbscript:x", ""])(
    "has no href for %j",
    (href) => {
      expect(tamed("a", { href })?.hasAttribute("href")).toBe(false);
    },
  );
});

describe("a picture in an article", () => {
  it("is loaded from our own media", () => {
    expect(tamed("img", { src: "/media/0a1b.jpg" })?.getAttribute("loading")).toBe("lazy");
  });

  it("has an empty alt text if its author gave none", () => {
    expect(tamed("img", { src: "/media/0a1b.jpg" })?.getAttribute("alt")).toBe("");
    expect(tamed("img", { src: "/media/0a1b.jpg", alt: "A tram" })?.getAttribute("alt")).toBe("A tram");
  });

  it.each(["https://a.example/x.png", "/api/x", "//a.example/media/x", "/media/../api/x"])(
    "is removed for %s",
    (src) => {
      expect(tamed("img", { src })).toBeNull();
    },
  );
});
