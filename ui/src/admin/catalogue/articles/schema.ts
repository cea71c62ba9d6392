import { type NodeSpec, Schema } from "prosemirror-model";
import { addressIn } from "../../../device/address";

/** Schemes that links may use, the same as on the server. */
const LINKS: ReadonlySet<string> = new Set(["https:", "http:", "mailto:", "tel:"]);

/** The address if the server would keep it in a link; else undefined. */
export function keptLink(address: string): URL | undefined {
  const found = addressIn(address);
  return found && LINKS.has(found.protocol) ? found : undefined;
}

/** A picture from the programme's own storage, inline or alone in a figure. */
function picture(place: { group: string; inline?: boolean; context?: string }): NodeSpec {
  const { context, ...spec } = place;
  return {
    ...spec,
    attrs: { src: {}, alt: { default: "" }, title: { default: null } },
    draggable: true,
    parseDOM: [
      {
        tag: "img[src]",
        ...(context ? { context, priority: 60 } : {}),
        getAttrs: (image) => {
          const src = image.getAttribute("src") ?? "";
          if (!/^\/media\/[\w.-]+$/.test(src)) return false;
          return { src, alt: image.getAttribute("alt") ?? "", title: image.getAttribute("title") };
        },
      },
    ],
    toDOM: ({ attrs }) => ["img", { src: attrs.src, alt: attrs.alt, title: attrs.title }],
  };
}

function element(name: string, content: string, spec: NodeSpec = {}): NodeSpec {
  return { content, ...spec, parseDOM: [{ tag: name }], toDOM: () => [name, 0] };
}

const cell: NodeSpec = { isolating: true };

/**
 * The elements that `src/articles/clean.rs` keeps. An article from the API loses nothing when it is edited
 * here, and the editor writes nothing that the server would drop.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: "block+" },
    paragraph: element("p", "inline*", { group: "block" }),
    heading: {
      group: "block",
      content: "inline*",
      defining: true,
      attrs: { level: { default: 2 } },
      parseDOM: [2, 3, 4].map((level) => ({ tag: `h${level}`, attrs: { level } })),
      toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
    },
    blockquote: element("blockquote", "block+", { group: "block", defining: true }),
    bulletList: element("ul", "listItem+", { group: "block" }),
    orderedList: element("ol", "listItem+", { group: "block" }),
    listItem: element("li", "paragraph block*", { defining: true }),
    rule: { group: "block", parseDOM: [{ tag: "hr" }], toDOM: () => ["hr"] },
    figure: element("figure", "(picture | block | caption)+", { group: "block", isolating: true }),
    picture: picture({ group: "figured", context: "figure/" }),
    caption: element("figcaption", "inline*"),
    table: element("table", "tableCaption? (tableHead | tableBody | tableFoot)+", {
      group: "block",
      isolating: true,
    }),
    tableCaption: element("caption", "inline*"),
    tableHead: element("thead", "tableRow+"),
    tableBody: element("tbody", "tableRow+"),
    tableFoot: element("tfoot", "tableRow+"),
    tableRow: element("tr", "(tableCell | headerCell)+"),
    tableCell: element("td", "block+", cell),
    headerCell: element("th", "block+", cell),
    text: { group: "inline" },
    image: picture({ group: "inline", inline: true }),
    lineBreak: {
      group: "inline",
      inline: true,
      selectable: false,
      leafText: () => "\n",
      parseDOM: [{ tag: "br" }],
      toDOM: () => ["br"],
    },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: {}, title: { default: null } },
      parseDOM: [
        {
          tag: "a[href]",
          getAttrs: (link) => {
            const href = link.getAttribute("href") ?? "";
            return keptLink(href) ? { href, title: link.getAttribute("title") } : false;
          },
        },
      ],
      toDOM: ({ attrs }) => ["a", { href: attrs.href, title: attrs.title }, 0],
    },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
    em: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
    underline: { parseDOM: [{ tag: "u" }], toDOM: () => ["u", 0] },
    strike: { parseDOM: [{ tag: "s" }, { tag: "del" }, { tag: "strike" }], toDOM: () => ["s", 0] },
  },
});
