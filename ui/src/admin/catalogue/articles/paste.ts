import DOMPurify from "dompurify";

const TAGS =
  "p br h1 h2 h3 h4 h5 h6 ul ol li strong b em i u s del strike span font div blockquote a img figure figcaption table caption thead tbody tfoot tr th td hr";
const BLOCKS = "p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, figure, hr, div";
const HEADINGS = "h1, h2, h3, h4, h5, h6";

/**
 * HTML of another program, as elements that say what its styles meant: a run of text that is bold by its style becomes
 * `strong`, Word's paragraphs with a bullet in them become a list. What else an article may not hold is left out when
 * the editor's schema reads it.
 */
export function pastedHtml(html: string): HTMLElement {
  const place = document.implementation.createHTMLDocument("").createElement("div");
  place.append(
    DOMPurify.sanitize(withoutStyles(html), {
      ALLOWED_TAGS: TAGS.split(" "),
      ALLOWED_ATTR: ["href", "src", "alt", "title", "class", "data-style"],
      // A style begins like an address of an unknown kind.
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
 * Without Word's style sheet and its conditional comments, and with styles under a name that no browser applies: the
 * page's policy refuses inline styles, and would report each of them.
 */
function withoutStyles(html: string): string {
  const fragment = /<!--StartFragment-->([\s\S]*)<!--EndFragment-->/i.exec(html)?.[1] ?? html;
  return fragment
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(style|xml|script|title)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, " data-style="));
}

/** An element's style by property, in lower case. */
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

/** Word writes a list as paragraphs that tell their level and begin with their bullet or number. */
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

/** Word's title is a paragraph of a class. */
function wordTitles(place: Element) {
  for (const title of place.querySelectorAll("p.MsoTitle")) {
    const heading = place.ownerDocument.createElement("h2");
    heading.append(...title.childNodes);
    title.replaceWith(heading);
  }
}

/** Bold, italic, underlined and struck by style become elements; Google Docs wraps everything in a `b` that is not bold. */
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

/** Spaces that do not break were put there by the other program, not by the writer. */
function plainSpaces(place: Element) {
  const texts = place.ownerDocument.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? "").replaceAll("\u00a0", " ");
}

/** Paragraphs without words, and line breaks that stand between blocks. */
function dropEmpty(place: Element) {
  for (const block of place.querySelectorAll(`p, ${HEADINGS}`))
    if (!block.textContent?.trim() && !block.querySelector("img")) block.remove();
  for (const stray of place.querySelectorAll("br")) {
    const siblings = [...(stray.parentElement?.children ?? [])];
    if (siblings.some((one) => one.matches(BLOCKS))) stray.remove();
  }
}
