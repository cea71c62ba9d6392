import { addressIn } from "../../device/address";
import { cleanHtml } from "../../member/article/clean";

/** What browsers write for bold and italic, and what the server keeps. */
const RENAMED: readonly (readonly [string, string])[] = [
  ["b", "strong"],
  ["i", "em"],
  ["div", "p"],
  ["h1", "h2"],
];

function rename(root: ParentNode, from: string, to: string) {
  for (const old of root.querySelectorAll(from)) {
    const renamed = old.ownerDocument.createElement(to);
    renamed.append(...old.childNodes);
    old.replaceWith(renamed);
  }
}

/** Foreign HTML as nodes that the server would keep as they are. */
export function cleanPaste(html: string): DocumentFragment {
  // Renamed in a document apart from ours, where nothing loads or runs; the cleaner would drop the old names.
  const fragment = cleanHtml(
    html.replace(/<(\/?)(b|i|div|h1)(?=[\s>])/gi, (_, slash: string, name: string) => {
      const to = RENAMED.find(([from]) => from === name.toLowerCase())?.[1] ?? name;
      return `<${slash}${to}`;
    }),
  );
  for (const link of fragment.querySelectorAll("a")) plainLink(link);
  return fragment;
}

/** How a link opens is decided where it is shown, not where it is written. */
function plainLink(link: HTMLAnchorElement) {
  link.removeAttribute("target");
  link.removeAttribute("rel");
}

/** What the editor holds, as the server keeps it; empty when there are no words and no picture. */
export function htmlOf(editor: HTMLElement): string {
  const copy = editor.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  if (!copy.textContent?.trim() && !copy.querySelector("img")) return "";
  for (const [from, to] of RENAMED) rename(copy, from, to);
  for (const link of copy.querySelectorAll("a")) plainLink(link);
  for (const image of copy.querySelectorAll("img")) image.removeAttribute("loading");
  return copy.innerHTML.replaceAll("&nbsp;", " ");
}

/** An address that a link may lead to, completed where its beginning was left out; undefined for any other. */
export function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  const wanted = /^[a-z]+:/i.test(text) ? text : text.includes("@") ? `mailto:${text}` : `https://${text}`;
  const address = text ? addressIn(wanted) : undefined;
  return address && ["https:", "http:", "mailto:", "tel:"].includes(address.protocol)
    ? address.href
    : undefined;
}
