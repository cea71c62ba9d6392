import DOMPurify from "dompurify";
import { addressIn } from "../../device/address";

// The server cleans by the same lists when an article is written; this is the second lock.
const TAGS =
  "p br h2 h3 h4 ul ol li strong em u s blockquote a img figure figcaption table caption thead tbody tfoot tr th td hr";
const ATTRIBUTES = ["href", "src", "alt", "title"];
const LINKS = new Set(["https:", "http:", "mailto:", "tel:"]);

/**
 * An article's HTML as nodes, with nothing in it that runs, reaches another host or changes our page.
 * DOMPurify parses under its own Trusted Types policy, so nothing here hands a string to the page.
 */
export function cleanHtml(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: TAGS.split(" "),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  tame(fragment);
  return fragment;
}

/** Links lead out in a tab of their own, and pictures come from our own media. */
export function tame(fragment: DocumentFragment) {
  for (const link of fragment.querySelectorAll("a")) {
    // Without a base, a relative address is not one.
    const address = addressIn(link.getAttribute("href") ?? "");
    if (address && LINKS.has(address.protocol)) {
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    } else {
      link.removeAttribute("href");
    }
  }
  for (const image of fragment.querySelectorAll("img")) {
    if (!/^\/media\/[\w.-]+$/.test(image.getAttribute("src") ?? "")) {
      image.remove();
      continue;
    }
    image.loading = "lazy";
    // Without one, a screen reader reads out the file's name.
    if (!image.hasAttribute("alt")) image.alt = "";
  }
}
