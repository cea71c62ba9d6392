import DOMPurify from "dompurify";

const TAGS =
  "p br h1 h2 h3 h4 h5 h6 ul ol li strong b em i u s del strike span font div blockquote a img figure figcaption table caption thead tbody tfoot tr th td hr";
const BLOCKS = "p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, figure, hr, div";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

/**
 * Converts the styles of pasted HTML to elements: bold text by style becomes `strong`, and Word's paragraphs
 * with bullets become lists. The editor's schema drops everything else that an article may not contain.
 */
export function pastedHtml(html: string): HTMLElement {
  const place = document.implementation.createHTMLDocument("").createElement("div");
  place.append(
    DOMPurify.sanitize(withoutStyles(html), {
      ALLOWED_TAGS: TAGS.split(" "),
      ALLOWED_ATTR: ["href", "src", "alt", "title", "class", "data-style"],
      // A style value looks like a URL with an unknown scheme.
      ADD_URI_SAFE_ATTR: ["data-style"],
      ALLOW_DATA_ATTR: false,
      ALLOW_ARIA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    }),
  );
  wordLists(place);
  wordTitles(place);
  spellStyles(place);
  for (const [from, to] of [
    ["h1", "h2"],
    ["h5", "h4"],
    ["h6", "h4"],
  ] as const)
    rename(place, from, to);
  plainSpaces(place);
  dropEmpty(place);
  return place;
}

/**
 * Removes Word's style sheet and conditional comments, and renames style attributes: the content security
 * policy blocks inline styles and would report each one.
 */
function withoutStyles(html: string): string {
  const fragment = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/i.exec(html)?.[1] ?? html;
  return fragment
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(style|xml|script|title)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, " data-style="));
}

/** An element's styles by property, in lower case. */
function styleOf(element: Element): ReadonlyMap<string, string> {
  const rules = (element.getAttribute("data-style") ?? "").toLowerCase().split(";");
  return new Map(
    rules.map((rule) => {
      const colon = rule.indexOf(":");
      return [rule.slice(0, colon).trim(), rule.slice(colon + 1).trim()];
    }),
  );
}

function rename(place: Element, from: string, to: string) {
  for (const old of place.querySelectorAll(from)) {
    const renamed = place.ownerDocument.createElement(to);
    renamed.append(...old.childNodes);
    old.replaceWith(renamed);
  }
}

/** Word writes list items as paragraphs that carry their level and begin with a bullet or number. */
function wordLists(place: Element) {
  const make = (name: string) => place.ownerDocument.createElement(name);
  let open: Element[] = [];
  for (const paragraph of place.querySelectorAll("p")) {
    const level = Number(/level(\d)/.exec(styleOf(paragraph).get("mso-list") ?? "")?.[1] ?? 0);
    if (level === 0) continue;
    if (paragraph.previousElementSibling !== open[0]) open = [];
    const marker = [...paragraph.querySelectorAll("[data-style]")].find(
      (span) => styleOf(span).get("mso-list") === "ignore",
    );
    const isNumbered = /^\(?[0-9a-z]{1,4}[.)]/i.test(marker?.textContent?.trim() ?? "");
    marker?.remove();
    open = open.slice(0, level);
    while (open.length < level) {
      const list = make(isNumbered ? "ol" : "ul");
      const outer = open.at(-1);
      if (!outer) paragraph.before(list);
      else {
        if (!outer.lastElementChild) outer.append(make("li"));
        outer.lastElementChild?.append(list);
      }
      open.push(list);
    }
    const item = make("li");
    item.append(...paragraph.childNodes);
    open.at(-1)?.append(item);
    paragraph.remove();
  }
}

/** Word marks a title by the class of its paragraph. */
function wordTitles(place: Element) {
  for (const title of place.querySelectorAll("p.MsoTitle")) {
    const heading = place.ownerDocument.createElement("h2");
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
}

/** Turns bold, italic, underline and strike styles into elements; Google Docs wraps all in a non-bold `b`. */
function spellStyles(place: Element) {
  for (const element of place.querySelectorAll("[data-style]")) {
    const style = styleOf(element);
    const weight = style.get("font-weight") ?? "";
    const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
    if (/^(b|strong)$/i.test(element.nodeName) && /^(normal|[1-5]00)$/.test(weight)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    if (!/^(span|font)$/i.test(element.nodeName)) continue;
    const marks = [
      /^(bold|bolder|[6-9]00)$/.test(weight) && !element.closest(HEADINGS) && "strong",
      /^(italic|oblique)/.test(style.get("font-style") ?? "") && "em",
      line.includes("underline") && !element.closest("a") && "u",
      line.includes("line-through") && "s",
    ];
    for (const mark of marks) {
      if (!mark) continue;
      const wrapped = place.ownerDocument.createElement(mark);
      wrapped.append(...element.childNodes);
      element.append(wrapped);
    }
  }
}

/** Replaces non-breaking spaces, which come from the other program and not from the writer. */
function plainSpaces(place: Element) {
  const texts = place.ownerDocument.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? "").replaceAll("\u00a0", " ");
}

/** Removes paragraphs without text, and line breaks between blocks. */
function dropEmpty(place: Element) {
  for (const block of place.querySelectorAll(`p, ${HEADINGS}`))
    if (!block.textContent?.trim() && !block.querySelector("img")) block.remove();
  for (const stray of place.querySelectorAll("br")) {
    const siblings = [...(stray.parentElement?.children ?? [])];
    if (siblings.some((one) => one.matches(BLOCKS))) stray.remove();
  }
}
