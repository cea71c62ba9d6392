import { DOMParser, DOMSerializer, type Node, Slice } from "prosemirror-model";
import { cleanHtml } from "../../../shared/article/cleanHtml";
import { pastedHtml } from "./paste";
import { schema } from "./schema";

const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);
/** A document that loads no pictures: what is written there is only read as text. */
const inert = document.implementation.createHTMLDocument("");

/** A stored article as a document to edit. */
export function articleDoc(html: string): Node {
  const place = inert.createElement("div");
  // The cleaner knows bold by its newer name only; the server keeps both.
  place.append(cleanHtml(html.replace(/<(\/?)b(?=[\s>])/gi, "<$1strong")));
  // The line break stands for an empty line, see `htmlOf`.
  for (const line of place.querySelectorAll("p"))
    if (line.childNodes.length === 1 && line.firstChild?.nodeName === "BR") line.replaceChildren();
  const doc = parser.parse(place);
  return mayEndWith(doc) ? doc : doc.copy(doc.content.addToEnd(schema.nodes.paragraph.create()));
}

/** Whether the cursor can be put after everything else: a table or a picture at the end would leave no place for it. */
export function mayEndWith(doc: Node): boolean {
  return doc.lastChild?.isTextblock ?? false;
}

/** What was copied elsewhere, without anything that an article may not hold. */
export function pastedSlice(html: string): Slice {
  return parser.parseSlice(pastedHtml(html));
}

/** Plain text: an empty line parts paragraphs. */
export function pastedText(text: string): Slice {
  const { paragraph, lineBreak } = schema.nodes;
  const paragraphs = text.replace(/\r\n?/g, "\n").split(/\n{2,}/);
  const nodes = paragraphs.map((lines) =>
    paragraph.create(
      undefined,
      lines
        .split("\n")
        .flatMap((line, index) => [
          ...(index > 0 ? [lineBreak.create()] : []),
          ...(line ? [schema.text(line)] : []),
        ]),
    ),
  );
  return new Slice(schema.nodes.doc.create(undefined, nodes).content, 1, 1);
}

/** A list's item or a table's cell of one paragraph is written without it. */
function unwrapOnly(place: Element) {
  const paragraphs = [...place.children].filter(({ nodeName }) => nodeName === "P");
  const [first] = paragraphs;
  if (first && paragraphs.length === 1 && place.firstChild === first) first.replaceWith(...first.childNodes);
}

const isEmptyLine = (element: Element | null) => element?.nodeName === "P" && !element.hasChildNodes();

/** What the editor holds, as the server keeps it; empty when there are no words and no picture. */
export function htmlOf(doc: Node): string {
  const place = inert.createElement("div");
  serializer.serializeFragment(doc.content, { document: inert }, place);
  if (!place.textContent?.trim() && !place.querySelector("img, hr, table")) return "";
  for (const found of place.querySelectorAll("li, td, th")) unwrapOnly(found);
  while (isEmptyLine(place.lastElementChild)) place.lastElementChild?.remove();
  // An empty paragraph has no height where the article is read.
  for (const line of place.querySelectorAll("p"))
    if (isEmptyLine(line)) line.append(inert.createElement("br"));
  return place.innerHTML;
}
