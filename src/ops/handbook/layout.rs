//! The HTML around a page: the search field, the contents, and the ways to the same text in another language.

use pulldown_cmark::{Event, HeadingLevel, Tag, TagEnd};

use super::{GROUPS, Group, HandbookPage, PAGES, Section, escaped, tag, words};
use crate::base::language::Language;

/// Most letters of a search.
pub(super) const MOST_LETTERS: usize = 100;

/// The complete HTML of a page.
pub(super) fn page(page: &HandbookPage) -> String {
    let mut body = String::new();
    pulldown_cmark::html::push_html(&mut body, with_languages(page).into_iter());
    let frame = Frame { language: page.language, title: page.title(), open: Some(page), typed: "" };
    frame.around(&body)
}

/// The events of a page with links to its other languages: below the title, and below each heading to that section. A
/// server does not learn which section a browser shows, and the pages have no scripts.
fn with_languages(page: &HandbookPage) -> Vec<Event<'_>> {
    if page.translations().count() < 2 {
        return page.events();
    }
    let mut found = Vec::new();
    let mut anchor = String::new();
    for event in page.events() {
        if let Event::Start(Tag::Heading { id: Some(id), .. }) = &event {
            anchor = id.to_string();
        }
        let links = match event {
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                let all = page.translations().map(|other| (other.language, format!("/docs/{}", other.name)));
                Some(languages(page.language, all))
            }
            Event::End(TagEnd::Heading(HeadingLevel::H2)) => Some(same_section(page, &anchor)),
            _ => None,
        };
        found.push(event);
        found.extend(links.map(|links| Event::Html(links.into())));
    }
    found
}

/// The switch between languages, with the one in use marked.
pub(super) fn languages(here: Language, all: impl Iterator<Item = (Language, String)>) -> String {
    let mut links = String::new();
    for (language, address) in all {
        let mark = if language == here { " aria-current=\"true\"" } else { "" };
        links.push_str(&link(language, &escaped(&address), mark));
    }
    format!("<nav class=\"languages\" aria-label=\"{}\">{links}</nav>", words::of(here).languages)
}

/// The links to one section in the other languages.
fn same_section(page: &HandbookPage, anchor: &str) -> String {
    let others = page.translations().filter(|other| other.language != page.language);
    let mark = format!(" aria-describedby=\"{anchor}\"");
    let links: String =
        others.map(|other| link(other.language, &format!("/docs/{}#{anchor}", other.name), &mark)).collect();
    format!("<p class=\"languages\">{links}</p>")
}

fn link(language: Language, address: &str, more: &str) -> String {
    let (tag, name) = (tag(language), words::of(language).name);
    format!("<a href=\"{address}\" lang=\"{tag}\" hreflang=\"{tag}\"{more}>{name}</a>")
}

/// The frame around a page or around the results of a search.
pub(super) struct Frame<'p> {
    pub language: Language,
    pub title: &'p str,
    /// The page that is read: its sections are in the contents.
    pub open: Option<&'p HandbookPage>,
    /// The text in the search field.
    pub typed: &'p str,
}

impl Frame<'_> {
    pub fn around(&self, body: &str) -> String {
        let words = words::of(self.language);
        let kept = match self.language {
            Language::En => String::new(),
            other => format!("<input type=\"hidden\" name=\"language\" value=\"{}\">", other.code()),
        };
        format!(
            "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{} · Kapok</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>\
             <header><p><a href=\"/docs\">Kapok 木棉</a><a class=\"down\" href=\"#contents\">{}</a></p>\
             <form role=\"search\" action=\"/docs/search\"><label for=\"q\">{}</label>\
             <input id=\"q\" type=\"search\" name=\"q\" maxlength=\"{}\" value=\"{}\">{kept}<button>{}</button></form>\
             </header><main>{body}</main><nav id=\"contents\" aria-label=\"{}\">{}</nav></body></html>",
            tag(self.language),
            escaped(self.title),
            words.contents,
            words.label,
            MOST_LETTERS,
            escaped(self.typed),
            words.button,
            words.handbook,
            self.contents(),
        )
    }

    fn contents(&self) -> String {
        let mut groups: Vec<&Group> = GROUPS.iter().collect();
        // A reader of Chinese finds the pages in Chinese first; the sort keeps the order of the others.
        groups.sort_by_key(|group| self.language != Language::En && !group.in_each_language);
        let mut contents = String::new();
        for group in groups {
            contents.push_str(&format!("<h2>{}</h2><ul>", group.title[self.language as usize]));
            for english in group.names {
                contents.push_str(&self.entry(english));
            }
            contents.push_str("</ul>");
        }
        contents
    }

    /// A page in the contents, in the reader's language where the page has it. The page that is open has its sections
    /// below it.
    fn entry(&self, english: &str) -> String {
        let mut pages: Vec<&HandbookPage> = PAGES.iter().filter(|page| page.english == english).collect();
        // The page in the reader's language goes first; the sort keeps the order of the others.
        pages.sort_by_key(|page| page.language != self.language);
        let Some((page, others)) = pages.split_first() else { return String::new() };
        let open = self.open.is_some_and(|open| open.name == page.name);
        let mut found = format!(
            "<li><a lang=\"{}\" href=\"/docs/{}\"{}>{}</a>",
            tag(page.language),
            page.name,
            if open { " aria-current=\"page\"" } else { "" },
            escaped(page.title())
        );
        // Whoever reads Chinese has chosen; an English contents is also where a reader of Chinese begins.
        if self.language == Language::En && !others.is_empty() {
            let links: String =
                others.iter().map(|other| link(other.language, &format!("/docs/{}", other.name), "")).collect();
            found.push_str(&format!("<span class=\"languages\">{links}</span>"));
        }
        if open {
            found.push_str(&self.sections_of(page));
        }
        found + "</li>"
    }

    fn sections_of(&self, page: &HandbookPage) -> String {
        let mut sections = page.sections();
        sections.retain(|section| !section.anchor.is_empty());
        if sections.is_empty() {
            return String::new();
        }
        let mut found = format!("<ul aria-label=\"{}\">", words::of(self.language).on_this_page);
        for Section { heading, anchor, .. } in sections {
            found.push_str(&format!("<li><a href=\"#{anchor}\">{}</a></li>", escaped(&heading)));
        }
        found + "</ul>"
    }
}

#[cfg(test)]
mod tests {
    use super::super::PAGES;
    use super::page;

    fn written(name: &str) -> String {
        page(PAGES.iter().find(|page| page.name == name).expect("a page"))
    }

    #[test]
    fn a_translated_page_leads_to_the_same_section_in_the_other_languages() {
        let html = written("claims.zhhk");
        assert!(html.starts_with("<!doctype html><html lang=\"zh-Hant-HK\">"), "{html}");
        assert!(html.contains("<h2 id=\"which-limits-hold\">適用哪些限制</h2>"), "{html}");
        for link in [
            "<a href=\"/docs/claims#which-limits-hold\" lang=\"en\" hreflang=\"en\" \
             aria-describedby=\"which-limits-hold\">English</a>",
            "<a href=\"/docs/claims.zh#which-limits-hold\" lang=\"zh-Hans\" hreflang=\"zh-Hans\" \
             aria-describedby=\"which-limits-hold\">简体中文</a>",
            "<a href=\"/docs/claims.zhhk\" lang=\"zh-Hant-HK\" hreflang=\"zh-Hant-HK\" aria-current=\"true\">繁體中文</a>",
        ] {
            assert!(html.contains(link), "{link} is not in {html}");
        }
        assert!(!html.contains("/docs/claims.zhhk#which-limits-hold"), "a section does not lead to itself");
    }

    #[test]
    fn the_contents_are_in_the_reader_s_language_where_a_page_has_it() {
        let html = written("coupons.zh");
        assert!(html.contains("<a lang=\"zh-Hans\" href=\"/docs/claims.zh\">补积分申请</a></li>"), "{html}");
        let (help, questions) =
            (html.find("<h2>客服</h2>"), html.find("<a lang=\"en\" href=\"/docs/faq\">Questions</a>"));
        assert!(help.is_some() && help < questions, "what is in Chinese goes first: {html}");
        assert!(html.contains("<input type=\"hidden\" name=\"language\" value=\"zh\">"));
        let html = written("coupons");
        assert!(html.contains("<a lang=\"en\" href=\"/docs/claims\">Claims of missing points</a>"), "{html}");
        assert!(html.contains("<a href=\"/docs/claims.zhhk\" lang=\"zh-Hant-HK\""), "{html}");
        assert!(!written("faq").contains("aria-label=\"Language\""), "a page in one language has no switch");
    }
}
