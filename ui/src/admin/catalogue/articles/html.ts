import { DOMParser, DOMSerializer, type Node, Slice } from "prosemirror-model";
import { cleanHtml } from "../../../shared/article/cleanHtml";
import { pastedHtml } from "./paste";
import { schema } from "./schema";

const parser = DOMParser.fromSchema(schema);
const serializer = DOMSerializer.fromSchema(schema);
/** An inert document: HTML parsed in it loads no pictures. */
const inert = document.implementation.createHTMLDocument("");

/** Parses a stored article for the editor. */
export function articleDoc(html: string): Node {
  const place = inert.createElement("div");
  // The sanitizer knows only `strong`; the server also keeps `b`.
  place.append(cleanHtml(html.replace(/<(\/?)b(?=[\s>])/gi, "<$1strong")));
  // The `br` marks an empty line, see `htmlOf`.
  for (const line of place.querySelectorAll("p"))
    if (line.childNodes.length === 1 && line.firstChild?.nodeName === "BR") line.replaceChildren();
  const doc = parser.parse(place);
  return mayEndWith(doc) ? doc : doc.copy(doc.content.addToEnd(schema.nodes.paragraph.create()));
}

/** Returns whether the cursor can be placed at the end of the document: not after a table or picture. */
export function mayEndWith(doc: Node): boolean {
  return doc.lastChild?.isTextblock ?? false;
}

/** Pasted HTML, reduced to what an article may contain. */
export function pastedSlice(html: string): Slice {
  return parser.parseSlice(pastedHtml(html));
}

/** Plain text: an empty line separates paragraphs. */
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

/** Unwraps the only paragraph of a list item or table cell. */
function unwrapOnly(place: Element) {
  const paragraphs = [...place.children].filter(({ nodeName }) => nodeName === "P");
  const [first] = paragraphs;
  if (first && paragraphs.length === 1 && place.firstChild === first) first.replaceWith(...first.childNodes);
}

const isEmptyLine = (element: Element | null) => element?.nodeName === "P" && !element.hasChildNodes();

/** The document as HTML in the server's format; empty if it has no text and no picture. */
export function htmlOf(doc: Node): string {
  const place = inert.createElement("div");
  serializer.serializeFragment(doc.content, { document: inert }, place);
  if (!place.textContent?.trim() && !place.querySelector("img, hr, table")) return "";
  for (const found of place.querySelectorAll("li, td, th")) unwrapOnly(found);
  while (isEmptyLine(place.lastElementChild)) place.lastElementChild?.remove();
  // An empty paragraph has no height on the article page.
  for (const line of place.querySelectorAll("p"))
    if (isEmptyLine(line)) line.append(inert.createElement("br"));
  return place.innerHTML;
}
