export type Block =
  | { kind: "heading"; text: string }
  | { kind: "list"; items: readonly string[] }
  | { kind: "paragraph"; text: string };

const HEADING = /^\d+[.．、]\s*\S/;
const BULLET = /^[-*•‧・–]\s+/;

/** Parses lines: a number and a dot start a heading, a bullet starts a list item, others are text. */
export function parsePolicy(text: string): Block[] {
  const blocks: Block[] = [];
  let items: string[] | undefined;
  // A line directly below one of its kind continues it. An empty line ends a paragraph.
  let paragraph: { kind: "paragraph"; text: string } | undefined;
  for (const line of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((one) => one.trim())) {
    if (BULLET.test(line)) {
      paragraph = undefined;
      if (!items) {
        items = [];
        blocks.push({ kind: "list", items });
      }
      items.push(line.replace(BULLET, ""));
      continue;
    }
    if (line === "") {
      paragraph = undefined;
      continue;
    }
    items = undefined;
    if (HEADING.test(line)) {
      paragraph = undefined;
      blocks.push({ kind: "heading", text: line });
    } else if (paragraph) {
      paragraph.text += `\n${line}`;
    } else {
      paragraph = { kind: "paragraph", text: line };
      blocks.push(paragraph);
    }
  }
  return blocks;
}
