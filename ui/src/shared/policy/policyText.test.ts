import { describe, expect, it } from "vitest";
import { parsePolicy } from "./policyText";

describe("the privacy policy's text", () => {
  it("has headings, bullets and paragraphs", () => {
    expect(
      parsePolicy("\uFEFFHello.\r\nAgain.\r\n\r\n1. What\r\n- one\r\n- two\r\nAfter.\n\n10. Last"),
    ).toEqual([
      { kind: "paragraph", text: "Hello.\nAgain." },
      { kind: "heading", text: "1. What" },
      { kind: "list", items: ["one", "two"] },
      { kind: "paragraph", text: "After." },
      { kind: "heading", text: "10. Last" },
    ]);
  });

  it("keeps a list together over an empty line, and does not take a price for a heading", () => {
    expect(parsePolicy("• one\n\n• two\n20 points are 20 points.")).toEqual([
      { kind: "list", items: ["one", "two"] },
      { kind: "paragraph", text: "20 points are 20 points." },
    ]);
  });

  it("is empty for an empty text", () => {
    expect(parsePolicy(" \n\n")).toEqual([]);
  });
});
