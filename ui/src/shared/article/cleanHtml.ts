import DOMPurify from "dompurify";
import { addressIn } from "../../device/address";

// The server uses the same lists when an article is saved. This is the second line of defence.
const TAGS =
  "p br h2 h3 h4 ul ol li strong em u s blockquote a img figure figcaption table caption thead tbody tfoot tr th td hr";
const ATTRIBUTES = ["href", "src", "alt", "title"];
const LINKS = new Set(["https:", "http:", "mailto:", "tel:"]);

/**
 * Parses an article's HTML without scripts, requests to other hosts or changes to our page. DOMPurify
 * parses under its own Trusted Types policy, so no string is assigned to the page.
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

/** Links open in a new tab, and pictures are loaded only from our own media. */
export function tame(fragment: DocumentFragment) {
  for (const link of fragment.querySelectorAll("a")) {
    // Parsed without a base URL, so that a relative address is invalid.
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
    // Without an alt text, a screen reader reads out the file name.
    if (!image.hasAttribute("alt")) image.alt = "";
  }
}
