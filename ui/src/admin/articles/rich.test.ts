import { describe, expect, it } from "vitest";
import { htmlOf, linkAddress } from "./rich";

describe("a link's address", () => {
  it("is completed", () => {
    expect(linkAddress("kapok.example/tram")).toBe("https://kapok.example/tram");
    expect(linkAddress("desk@kapok.example")).toBe("mailto:desk@kapok.example");
    expect(linkAddress("tel:+85221234567")).toBe("tel:+85221234567");
  });

  it("leads nowhere else", () => {
    for (const typed of ["", "  ", "javascript:alert(1)", "data:text/html,x"])
      expect(linkAddress(typed), typed).toBeUndefined();
  });
});

describe("what the editor holds", () => {
  const editor = (...nodes: Node[]) => {
    const place = document.createElement("div");
    place.append(...nodes);
    return place;
  };

  it("is nothing without words", () => {
    expect(htmlOf(editor(document.createElement("p")))).toBe("");
  });

  it("says strong and em, whatever the browser wrote", () => {
    const line = document.createElement("div");
    const bold = document.createElement("b");
    bold.append("Tap");
    line.append(bold, " the tram");
    expect(htmlOf(editor(line))).toBe("<p><strong>Tap</strong> the tram</p>");
  });
});
