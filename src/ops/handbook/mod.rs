//! The handbook: the pages of `docs/`, embedded, as HTML at `/docs`.

mod http;
mod settings;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

pub use http::routes;

/// The pages in the order of the table of contents.
const NAMES: [&str; 35] = [
    "quick-start",
    "go-live",
    "settings",
    "backup",
    "standby",
    "import-export",
    "upgrade",
    "security",
    "account-security",
    "api",
    "partner-guide",
    "partner-portal",
    "messages",
    "webhooks",
    "campaigns",
    "coupons",
    "earning-rules",
    "earn-links",
    "claims",
    "alarms",
    "expiry",
    "money",
    "carbon",
    "goals",
    "segments",
    "merchant-guide.en",
    "merchant-guide.zh",
    "merchant-guide.zhhk",
    "proof",
    "faq",
    "drills",
    "performance",
    "logs",
    "architecture",
    "glossary",
];

/// The Markdown of each page, in that order. The build packs `docs/*.md`, which are read seldom.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/handbook.json.gz")).as_slice();
    let mut texts: BTreeMap<String, String> =
        serde_json::from_reader(GzDecoder::new(packed)).expect("the build packed the handbook");
    NAMES.iter().map(|name| texts.remove(*name).expect("a test reads each page")).collect()
});

/// The Markdown of the settings page, generated from the settings: for `docs/settings.md` and for the terminal.
pub fn settings_reference() -> String {
    settings::page()
}

/// The first heading of a page.
fn title(text: &str) -> &str {
    text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Kapok")
}

fn language(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("zh") => "zh-Hans",
        Some("zhhk") => "zh-Hant-HK",
        _ => "en",
    }
}

/// The complete HTML of the page at that place in [`NAMES`].
fn page(at: usize) -> String {
    let (name, text) = (NAMES[at], &TEXTS[at]);
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events(text).into_iter());
    let mut contents = String::new();
    for (one, other) in NAMES.iter().zip(TEXTS.iter()) {
        let here = if *one == name { " aria-current=\"page\"" } else { "" };
        contents.push_str(&format!(
            "<li lang=\"{}\"><a href=\"/docs/{one}\"{here}>{}</a></li>",
            language(one),
            escaped(title(other))
        ));
    }
    format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{} · Kapok</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\
         <nav aria-label=\"Handbook\"><p><a href=\"/docs\">Kapok 木棉</a></p><ul>{contents}</ul></nav>\
         <main>{body}</main></body></html>",
        language(name),
        escaped(title(text))
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The Markdown events of a page: links between pages are rewritten to their served paths, and HTML is shown as text.
fn events(text: &str) -> Vec<Event<'_>> {
    let mut found: Vec<Event<'_>> = Vec::new();
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let served = match dest_url.strip_suffix(".md") {
                    Some(name) if !name.contains(':') => format!("/docs/{name}").into(),
                    _ => dest_url,
                };
                found.push(Event::Start(Tag::Link { link_type, dest_url: served, title, id }));
            }
            Event::Html(text) | Event::InlineHtml(text) => found.push(Event::Text(text)),
            // A wide table scrolls in its own box, so that the page itself does not.
            Event::Start(Tag::Table(columns)) => {
                found.extend([Event::Html(WIDE.into()), Event::Start(Tag::Table(columns))]);
            }
            Event::End(TagEnd::Table) => found.extend([Event::End(TagEnd::Table), Event::Html("</div>".into())]),
            other => found.push(other),
        }
    }
    found
}

const WIDE: &str = "<div class=\"wide\" tabindex=\"0\">";
