import { describe, expect, it } from "vitest";
import { htmlOf } from "./html";
import { linkAddress } from "./rich";
import { schema } from "./schema";

describe("a link's address", () => {
  it("gets its missing scheme", () => {
    expect(linkAddress("kapok.example/tram")).toBe("https://kapok.example/tram");
    expect(linkAddress("desk@kapok.example")).toBe("mailto:desk@kapok.example");
    expect(linkAddress("tel:+85221234567")).toBe("tel:+85221234567");
  });

  it("allows no other schemes", () => {
    for (const typed of ["", "  ", "javascript:alert(1)", "data:text/html,x"])
      expect(linkAddress(typed), typed).toBeUndefined();
  });
});

describe("the editor's content", () => {
  const { doc, paragraph, bulletList, listItem } = schema.nodes;
  const line = (...words: (string | { bold: string })[]) =>
    paragraph.create(
      undefined,
      words.map((word) =>
        typeof word === "string" ? schema.text(word) : schema.text(word.bold, [schema.marks.strong.create()]),
      ),
    );

  it("is empty without text", () => {
    expect(htmlOf(doc.create(undefined, [line(), line(" ")]))).toBe("");
  });

  it("is written in the server's format", () => {
    expect(htmlOf(doc.create(undefined, line({ bold: "Tap" }, " the tram")))).toBe(
      "<p><strong>Tap</strong> the tram</p>",
    );
  });

  it("keeps an empty line between paragraphs, and none at the end", () => {
    expect(htmlOf(doc.create(undefined, [line("One"), line(), line("Two"), line()]))).toBe(
      "<p>One</p><p><br></p><p>Two</p>",
    );
  });

  it("writes a list item of one paragraph without the paragraph", () => {
    const items = ["One", "Two"].map((word) => listItem.create(undefined, line(word)));
    expect(htmlOf(doc.create(undefined, bulletList.create(undefined, items)))).toBe(
      "<ul><li>One</li><li>Two</li></ul>",
    );
  });
});
