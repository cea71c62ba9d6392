//! The handbook: the pages of `docs/`, embedded, as HTML at `/docs`.

mod http;
mod layout;
mod search;
mod settings;
mod words;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::base::language::Language;

pub use http::routes;

/// Pages for one kind of reader.
struct Group {
    /// The words above them in the table of contents, in the order of [`Language::ALL`].
    title: [&'static str; 3],
    /// Whether the readers have these pages in each language. All other pages are for those who run the server or build
    /// with it, and are in English alone.
    in_each_language: bool,
    names: &'static [&'static str],
}

/// The pages in the order of the table of contents, by reader.
const GROUPS: [Group; 6] = [
    Group {
        title: ["Start", "开始使用", "開始使用"],
        in_each_language: false,
        names: &["quick-start", "go-live", "settings", "upgrade", "faq"],
    },
    Group {
        title: ["Run it", "运行与维护", "運行及維護"],
        in_each_language: false,
        names: &["backup", "standby", "import-export", "logs", "drills", "performance", "security", "account-security"],
    },
    Group {
        title: ["For partners and their tills", "商户与收银机", "商戶及收銀機"],
        in_each_language: true,
        names: &["partner-portal", "merchant-guide", "partner-guide", "earn-links"],
    },
    Group {
        title: ["For the help desk", "客服", "客戶服務"], in_each_language: true, names: &["claims", "coupons"]
    },
    Group {
        title: ["The programme", "会员计划", "會員計劃"],
        in_each_language: false,
        names: &[
            "earning-rules",
            "expiry",
            "goals",
            "carbon",
            "campaigns",
            "wallet-passes",
            "alarms",
            "segments",
            "messages",
            "money",
            "proof",
        ],
    },
    Group {
        title: ["Reference", "参考", "參考資料"],
        in_each_language: false,
        names: &["api", "webhooks", "architecture", "glossary"],
    },
];

/// A page in one language.
struct HandbookPage {
    /// The last part of its address: `coupons`, and `coupons.zh` for a translation.
    name: String,
    /// The name of the English page.
    english: &'static str,
    language: Language,
    text: String,
    /// The `id` of each section, from the words of the English heading: a section has the same one in each language.
    anchors: Vec<String>,
}

/// The pages in the order of [`GROUPS`]; a translation follows its English page. The build packs `docs/*.md`, which are
/// read seldom.
static PAGES: LazyLock<Vec<HandbookPage>> = LazyLock::new(|| {
    let packed = include_bytes!(concat!(env!("OUT_DIR"), "/handbook.json.gz")).as_slice();
    let mut texts: BTreeMap<String, String> =
        serde_json::from_reader(GzDecoder::new(packed)).expect("the build packed the handbook");
    let mut pages: Vec<HandbookPage> = Vec::new();
    for group in &GROUPS {
        let languages = if group.in_each_language { &Language::ALL[..] } else { &Language::ALL[..1] };
        for english in group.names {
            let mut anchors = Vec::new();
            for language in languages {
                let name = file_name(english, *language);
                let text = texts.remove(&name).expect("a test reads each page");
                if *language == Language::En {
                    anchors = anchors_of(&text);
                }
                pages.push(HandbookPage { name, english, language: *language, text, anchors: anchors.clone() });
            }
        }
    }
    pages
});

fn file_name(english: &str, language: Language) -> String {
    match language {
        Language::En => english.to_owned(),
        other => format!("{english}.{}", other.code()),
    }
}

/// The Markdown of the settings page, generated from the settings: for `docs/settings.md` and for the terminal.
pub fn settings_reference() -> String {
    settings::page()
}

/// The tag of a language in HTML. English pages are not those of one country.
fn tag(language: Language) -> &'static str {
    match language {
        Language::En => "en",
        other => other.tag(),
    }
}

/// A section of a page, from its title or a heading of the second level on.
struct Section {
    heading: String,
    /// The `id` of the heading; the title has none.
    anchor: String,
    /// The words below the heading, without their markup.
    words: String,
}

impl HandbookPage {
    /// The first heading.
    fn title(&self) -> &str {
        self.text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("Kapok")
    }

    /// The same page in each language that it has, in the order of [`Language::ALL`].
    fn translations(&self) -> impl Iterator<Item = &'static HandbookPage> {
        PAGES.iter().filter(|other| other.english == self.english)
    }

    /// The sections in their order.
    fn sections(&self) -> Vec<Section> {
        let mut found: Vec<Section> = Vec::new();
        let mut in_heading = false;
        for event in self.events() {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, id, .. }) => {
                    let anchor = id.map(|id| id.into_string()).unwrap_or_default();
                    found.push(Section { heading: String::new(), anchor, words: String::new() });
                    in_heading = true;
                }
                Event::End(TagEnd::Heading(HeadingLevel::H1 | HeadingLevel::H2)) => in_heading = false,
                Event::Text(text) | Event::Code(text) => {
                    let Some(section) = found.last_mut() else { continue };
                    let to = if in_heading { &mut section.heading } else { &mut section.words };
                    to.push_str(&text);
                }
                // The end of an emphasis in a Chinese sentence is no space.
                Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link) => {}
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

    /// The Markdown events: links between pages are rewritten to their served paths, headings of the second level have
    /// their `id`, and HTML is shown as text.
    fn events(&self) -> Vec<Event<'_>> {
        let mut found: Vec<Event<'_>> = Vec::new();
        let mut anchors = self.anchors.iter();
        for event in Parser::new_ext(&self.text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H2, classes, attrs, .. }) => {
                    let id = anchors.next().map(|anchor| anchor.as_str().into());
                    found.push(Event::Start(Tag::Heading { level: HeadingLevel::H2, id, classes, attrs }));
                }
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
                    found.push(Event::Html(SLIP.into()));
                }
                // The picture has its own title.
                Event::Text(_) if matches!(found.last(), Some(Event::Html(drawn)) if &**drawn == SLIP) => {}
                Event::End(TagEnd::Image) => {}
                Event::Html(text) | Event::InlineHtml(text) => found.push(Event::Text(text)),
                // A wide table scrolls in its own box, so that the page itself does not.
                Event::Start(Tag::Table(columns)) => {
                    found.extend([Event::Html(WIDE.into()), Event::Start(Tag::Table(columns))]);
                }
                Event::End(TagEnd::Table) => {
                    found.extend([Event::End(TagEnd::Table), Event::Html("</div>".into())]);
                }
                other => found.push(other),
            }
        }
        found
    }
}

/// The only picture of the handbook. It stands in the page itself, because the pages load no pictures.
const SLIP_PATH: &str = "pictures/earn-link-slip.svg";
const SLIP: &str = include_str!("../../../docs/pictures/earn-link-slip.svg");
const WIDE: &str = "<div class=\"wide\" tabindex=\"0\">";

/// The `id` of each heading of the second level. Of two headings with the same words, the second one has a number.
fn anchors_of(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => heading = Some(String::new()),
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => {
                let name = anchor(&heading.take().unwrap_or_default());
                let times = used.entry(name.clone()).or_default();
                *times += 1;
                found.push(if *times > 1 { format!("{name}-{times}") } else { name });
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
