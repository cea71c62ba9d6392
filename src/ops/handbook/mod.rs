//! The handbook: the pages of `docs/`, embedded, as HTML at `/docs`.

mod http;
mod search;
mod settings;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

pub use http::routes;

/// The pages in the order of the table of contents, in groups by reader.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Start", &["quick-start", "go-live", "settings", "upgrade", "faq"]),
    (
        "Run it",
        &["backup", "standby", "import-export", "logs", "drills", "performance", "security", "account-security"],
    ),
    (
        "Partners and tills",
        &["partner-guide", "partner-portal", "merchant-guide.en", "merchant-guide.zh", "merchant-guide.zhhk"],
    ),
    (
        "The programme",
        &[
            "earning-rules",
            "expiry",
            "goals",
            "carbon",
            "campaigns",
            "coupons",
            "wallet-passes",
            "earn-links",
            "claims",
            "alarms",
            "segments",
            "messages",
            "money",
            "proof",
        ],
    ),
    ("Reference", &["api", "webhooks", "architecture", "glossary"]),
];

/// The number of pages.
const PAGES: usize = 36;

/// The names of the pages, in the order of [`GROUPS`].
fn names() -> impl Iterator<Item = &'static str> {
    GROUPS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// The Markdown of each page, in that order. The build packs `docs/*.md`, which are read seldom.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/handbook.json.gz")).as_slice();
    let mut texts: BTreeMap<String, String> =
        serde_json::from_reader(GzDecoder::new(packed)).expect("the build packed the handbook");
    names().map(|name| texts.remove(name).expect("a test reads each page")).collect()
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

/// The complete HTML of the page at that place of [`names`].
fn page(at: usize) -> String {
    let (name, text) = (names().nth(at).unwrap_or_default(), &TEXTS[at]);
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, events(text).into_iter());
    shell(language(name), title(text), Some(name), "", &body)
}

/// The HTML around a page or the results of a search: the search field and the contents, with the sections of the page
/// `here`.
fn shell(language: &str, title: &str, here: Option<&str>, words: &str, body: &str) -> String {
    let mut contents = String::new();
    let mut texts = TEXTS.iter();
    for (group, names) in GROUPS {
        contents.push_str(&format!("<h2>{group}</h2><ul>"));
        for (name, text) in names.iter().zip(texts.by_ref()) {
            contents.push_str(&entry(name, text, here == Some(name)));
        }
        contents.push_str("</ul>");
    }
    format!(
        "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>{} · Kapok</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\
         <nav aria-label=\"Handbook\" lang=\"en\"><p><a href=\"/docs\">Kapok 木棉</a></p>\
         <form role=\"search\" action=\"/docs/search\"><label for=\"q\">Search the handbook</label>\
         <input id=\"q\" type=\"search\" name=\"q\" maxlength=\"{}\" value=\"{}\"><button>Search</button></form>\
         {contents}</nav><main>{body}</main></body></html>",
        escaped(title),
        search::MOST_LETTERS,
        escaped(words),
    )
}

/// A page in the table of contents. The page that is open has its sections below it.
fn entry(name: &str, text: &str, open: bool) -> String {
    let sections = if open { sections(text) } else { Vec::new() };
    let mut found = format!(
        "<li lang=\"{}\"><a href=\"/docs/{name}\"{}>{}</a>",
        language(name),
        if open { " aria-current=\"page\"" } else { "" },
        escaped(title(text))
    );
    if !sections.is_empty() {
        found.push_str("<ul aria-label=\"On this page\">");
        for Section { heading, anchor, .. } in sections {
            found.push_str(&format!("<li><a href=\"#{anchor}\">{}</a></li>", escaped(&heading)));
        }
        found.push_str("</ul>");
    }
    found + "</li>"
}

/// A section of a page, from a heading of the second level on.
struct Section {
    heading: String,
    /// The `id` of the heading.
    anchor: String,
    /// The words below the heading, without their markup.
    words: String,
}

/// The sections of a page in their order. What stands above the first heading belongs to none.
fn sections(text: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let mut in_heading = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, id, .. }) => {
                let anchor = id.map(|id| id.into_string()).unwrap_or_default();
                found.push(Section { heading: String::new(), anchor, words: String::new() });
                in_heading = true;
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => in_heading = false,
            Event::Text(text) | Event::Code(text) => {
                let Some(section) = found.last_mut() else { continue };
                let to = if in_heading { &mut section.heading } else { &mut section.words };
                to.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak | Event::End(_) => {
                if let Some(section) = found.last_mut().filter(|_| !in_heading) {
                    section.words.push(' ');
                }
            }
            _ => {}
        }
    }
    found
}

/// The part of an address that leads to a heading: `On a phone` becomes `on-a-phone`.
fn anchor(heading: &str) -> String {
    let words = heading.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
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
                let (file, section) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
                let served = match file.strip_suffix(".md") {
                    Some(name) if !name.contains(':') && section.is_empty() => format!("/docs/{name}").into(),
                    Some(name) if !name.contains(':') => format!("/docs/{name}#{section}").into(),
                    _ => dest_url,
                };
                found.push(Event::Start(Tag::Link { link_type, dest_url: served, title, id }));
            }
            Event::Start(Tag::Image { dest_url, .. }) if &*dest_url == SLIP_PATH => {
                found.push(Event::Html(SLIP.into()))
            }
            // The picture has its own title.
            Event::Text(_) if matches!(found.last(), Some(Event::Html(drawn)) if &**drawn == SLIP) => {}
            Event::End(TagEnd::Image) => {}
            Event::Html(text) | Event::InlineHtml(text) => found.push(Event::Text(text)),
            // A wide table scrolls in its own box, so that the page itself does not.
            Event::Start(Tag::Table(columns)) => {
                found.extend([Event::Html(WIDE.into()), Event::Start(Tag::Table(columns))]);
            }
            Event::End(TagEnd::Table) => found.extend([Event::End(TagEnd::Table), Event::Html("</div>".into())]),
            other => found.push(other),
        }
    }
    name_headings(&mut found);
    found
}

/// Gives each heading of the second level its `id`. Of two headings with the same words, the second one has a number.
fn name_headings(events: &mut [Event<'_>]) {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { level: HeadingLevel::H2, .. })) {
            continue;
        }
        let words = events[at..].iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let heading: String = words
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
                _ => None,
            })
            .collect();
        let name = anchor(&heading);
        let times = used.entry(name.clone()).or_default();
        *times += 1;
        let unique = if *times > 1 { format!("{name}-{times}") } else { name };
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(unique.into());
        }
    }
}

/// The only picture of the handbook. It stands in the page itself, because the pages load no pictures.
const SLIP_PATH: &str = "pictures/earn-link-slip.svg";
const SLIP: &str = include_str!("../../../docs/pictures/earn-link-slip.svg");
const WIDE: &str = "<div class=\"wide\" tabindex=\"0\">";
