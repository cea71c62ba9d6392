//! HTML sanitiser: Kapok stores only HTML that has passed it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use ammonia::{Builder, UrlRelative};

use crate::base::content::is_media_path;

const TAGS: [&str; 27] = [
    "p",
    "br",
    "h2",
    "h3",
    "h4",
    "ul",
    "ol",
    "li",
    "strong",
    "em",
    "u",
    "s",
    "blockquote",
    "a",
    "img",
    "figure",
    "figcaption",
    "table",
    "caption",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "hr",
    "b",
];

/// Sanitises an article's HTML. It keeps a few tags, four attributes, pictures from our own media folder, and links
/// to the web, to mailboxes and to telephone numbers.
pub fn clean(html: &str) -> String {
    static CLEANER: OnceLock<Builder<'static>> = OnceLock::new();
    CLEANER.get_or_init(cleaner).clean(html).to_string()
}

fn cleaner() -> Builder<'static> {
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(TAGS))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href", "title"])),
            ("img", HashSet::from(["src", "alt", "title"])),
        ]))
        .clean_content_tags(HashSet::from(["script", "style", "template", "iframe", "noscript", "svg", "math"]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        // A picture's address is relative, so relative URLs pass here; relative links are removed below.
        .url_relative(UrlRelative::PassThrough)
        .link_rel(Some("noopener noreferrer"))
        .attribute_filter(|tag, attribute, value| match (tag, attribute) {
            ("img", "src") => is_media_path(value).then_some(Cow::Borrowed(value)),
            ("a", "href") => is_absolute(value).then_some(Cow::Borrowed(value)),
            _ => Some(Cow::Borrowed(value)),
        });
    builder
}

fn is_absolute(address: &str) -> bool {
    ["https://", "http://", "mailto:", "tel:"].into_iter().any(|start| address.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn scripts_and_tracking_are_removed_from_articles() {
        for bad in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<img src=\"https://evil.hk/x.png\">",
            "<img src=\"//evil.hk/x.png\">",
            "<a href=\"javascript:alert(1)\">x</a>",
            "<a href=\"//evil.hk\">x</a>",
            "<a href=\" JaVaScRiPt:alert(1)\">x</a>",
            "<svg><script>alert(1)</script></svg>",
            "<math><mtext></mtext><style><img src=x onerror=alert(1)></style></math>",
            "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>",
            "<p style=\"background:url(https://evil.hk)\" onclick=alert(1)>x</p>",
            "<form action=https://evil.hk><input name=a></form>",
            "<base href=https://evil.hk><meta http-equiv=refresh content=0>",
        ] {
            let cleaned = clean(bad);
            for sign in
                ["script", "evil", "onerror", "onclick", "alert(1)>", "style", "<form", "<meta", "<svg", "srcdoc"]
            {
                assert!(!cleaned.contains(sign), "{bad} became {cleaned}");
            }
        }
    }

    #[test]
    fn formatting_that_editors_use_stays_in_articles() {
        let hash = "ab".repeat(32);
        let html = format!(
            "<h2>春日</h2><p>Join <strong>us</strong></p><ul><li>one</li></ul><img src=\"/media/{hash}.svg\" alt=\"a\">"
        );
        assert_eq!(clean(&html), html);
        let link = clean("<a href=\"https://x.hk/a?b=c\">x</a>");
        assert_eq!(link, "<a href=\"https://x.hk/a?b=c\" rel=\"noopener noreferrer\">x</a>");
    }
}
