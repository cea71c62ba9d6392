//! The search in the handbook: which sections have all the words, without a script in the page.

use std::sync::LazyLock;

use url::form_urlencoded::byte_serialize;

use super::layout::{self, Frame, MOST_LETTERS};
use super::{HandbookPage, PAGES, Section, escaped, tag, words};
use crate::base::language::Language;

/// Most results.
const MOST_RESULTS: usize = 40;
/// Letters on each side of the first hit in an excerpt.
const AROUND: usize = 90;
/// Marks between words that readers of Chinese type instead of spaces.
const MARKS: &str = "，。、；：？！「」『』“”（）《》";

/// A section as the search reads it.
struct Searched {
    page: &'static HandbookPage,
    section: Section,
    /// The title of the page and the heading, in small letters.
    heading: String,
    /// The words, in small letters.
    words: String,
}

impl Searched {
    fn same_text_as(&self, other: &Searched) -> bool {
        self.page.english == other.page.english && self.section.anchor == other.section.anchor
    }

    /// Returns how well the section fits: 0 if all words are in the headings, 1 if the text has the words as they were
    /// typed, 2 if all words are anywhere, 3 if some words are there only in parts; `None` if a word is missing.
    fn fit(&self, typed: &str, wanted: &[String]) -> Option<u8> {
        let anywhere = |word: &String| self.heading.contains(word) || self.words.contains(word.as_str());
        if wanted.iter().all(|word| self.heading.contains(word)) {
            Some(0)
        } else if self.words.contains(typed) {
            Some(1)
        } else if wanted.iter().all(anywhere) {
            Some(2)
        } else {
            let found = |word: &String| anywhere(word) || parts_in(&self.words, word).is_some();
            wanted.iter().all(found).then_some(3)
        }
    }
}

static SECTIONS: LazyLock<Vec<Searched>> = LazyLock::new(|| {
    let of_page = |page: &'static HandbookPage| {
        let searched = move |section: Section| Searched {
            page,
            heading: format!("{} {}", page.title(), section.heading).to_lowercase(),
            words: section.words.to_lowercase(),
            section,
        };
        page.sections().into_iter().map(searched)
    };
    PAGES.iter().flat_map(of_page).collect()
});

/// The bytes of text that a search reads.
pub(super) fn read_bytes() -> usize {
    SECTIONS.iter().map(|one| one.heading.len() + one.words.len()).sum()
}

fn is_chinese(letter: char) -> bool {
    matches!(letter, '\u{3400}'..='\u{9fff}')
}

/// The words that a reader typed, in small letters. `PIN锁定` is two words, because the pages write it with a space.
fn words_of(typed: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut before = None;
    for letter in typed.chars() {
        let kind = (!letter.is_whitespace() && !MARKS.contains(letter)).then(|| is_chinese(letter));
        match found.last_mut() {
            Some(word) if kind.is_some() && kind == before => word.extend(letter.to_lowercase()),
            _ if kind.is_some() => found.push(letter.to_lowercase().collect()),
            _ => {}
        }
        before = kind;
    }
    found
}

/// The parts of a Chinese word, of two or three letters each, that all stand in the text. Chinese has no spaces: a
/// reader types 撤回积分, and the page says 撤回一笔积分.
fn parts_in<'w>(text: &str, word: &'w str) -> Option<Vec<&'w str>> {
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).chain([word.len()]).collect();
    if !word.chars().all(is_chinese) {
        return None;
    }
    // For each place in the word, where the last part of what stands before it begins.
    let mut begins: Vec<Option<usize>> = vec![None; starts.len()];
    for end in 2..starts.len() {
        begins[end] = [3, 2].into_iter().filter_map(|length| end.checked_sub(length)).find(|begin| {
            let reached = *begin == 0 || begins[*begin].is_some();
            reached && text.contains(&word[starts[*begin]..starts[end]])
        });
    }
    let mut parts = Vec::new();
    let mut end = starts.len() - 1;
    while end > 0 {
        let begin = begins[end]?;
        parts.push(&word[starts[begin]..starts[end]]);
        end = begin;
    }
    parts.reverse();
    Some(parts)
}

/// The sections that have all the words, those in the reader's language first and the best first among them. A section
/// that has them in the reader's language is not shown in another one.
fn found(typed: &str, wanted: &[String], language: Language) -> Vec<&'static Searched> {
    let typed = typed.trim().to_lowercase();
    let fitting =
        SECTIONS.iter().filter_map(|one| Some((one.page.language != language, one.fit(&typed, wanted)?, one)));
    let mut all: Vec<_> = fitting.collect();
    all.sort_by_key(|(foreign, fit, _)| (*foreign, *fit));
    let own: Vec<&Searched> = all.iter().take_while(|(foreign, ..)| !foreign).map(|(.., one)| *one).collect();
    let news = |one: &&Searched| one.page.language == language || !own.iter().any(|other| other.same_text_as(one));
    all.into_iter().map(|(.., one)| one).filter(news).take(MOST_RESULTS).collect()
}

/// The words around the first hit, with the hit marked. Without a hit, the beginning of the section.
fn excerpt(words: &str, wanted: &[&str]) -> String {
    let letters: Vec<char> = words.chars().collect();
    // Lower case may change the number of letters, so both are compared letter by letter.
    let small: Vec<char> = letters.iter().map(|letter| letter.to_lowercase().next().unwrap_or(*letter)).collect();
    let hit = wanted.iter().find_map(|word| {
        let word: Vec<char> = word.chars().collect();
        small.windows(word.len().max(1)).position(|part| part == word).map(|at| (at, at + word.len()))
    });
    let (from, to) = hit.unwrap_or((0, 0));
    let (start, end) = (from.saturating_sub(AROUND), (to + AROUND).min(letters.len()));
    let part = |range: std::ops::Range<usize>| escaped(&letters[range].iter().collect::<String>());
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < letters.len() { "…" } else { "" });
    let mark = if to > from { format!("<mark>{}</mark>", part(from..to)) } else { String::new() };
    format!("{before}{}{mark}{}{after}", part(start..from), part(to..end))
}

/// The complete HTML of the results for what a reader typed.
pub(super) fn page(typed: &str, language: Language) -> String {
    let typed: String = typed.chars().take(MOST_LETTERS).collect();
    let wanted = words_of(&typed);
    let results = if wanted.is_empty() { Vec::new() } else { found(&typed, &wanted, language) };
    let said = words::of(language);
    let count = match results.len() {
        0 if wanted.is_empty() => said.prompt.to_owned(),
        0 => said.none.to_owned(),
        1 => said.one.to_owned(),
        MOST_RESULTS => said.first.replace("{}", &MOST_RESULTS.to_string()),
        count => said.many.replace("{}", &count.to_string()),
    };
    let query: String = byte_serialize(typed.trim().as_bytes()).collect();
    let address = |other: Language| (other, format!("/docs/search?q={query}&language={}", other.code()));
    let mut body = format!(
        "<h1>{}</h1>{}<p role=\"status\">{count}</p><ul class=\"results\">",
        said.results.replace("{}", &escaped(typed.trim())),
        layout::languages(language, Language::ALL.into_iter().map(address)),
    );
    for one in results {
        body.push_str(&result(one, typed.trim(), &wanted));
    }
    body.push_str("</ul>");
    Frame { language, title: said.button, open: None, typed: typed.trim() }.around(&body)
}

fn result(one: &Searched, typed: &str, wanted: &[String]) -> String {
    let Searched { page, section, .. } = one;
    let typed = typed.to_lowercase();
    // The excerpt shows the first of these that the section has.
    let marked: Vec<&str> = [typed.as_str()]
        .into_iter()
        .chain(wanted.iter().map(String::as_str))
        .chain(wanted.iter().flat_map(|word| parts_in(&one.words, word).unwrap_or_default()))
        .collect();
    let (place, heading) = if section.anchor.is_empty() {
        (page.name.clone(), page.title().to_owned())
    } else {
        (format!("{}#{}", page.name, section.anchor), format!("{} › {}", page.title(), section.heading))
    };
    format!(
        "<li lang=\"{}\"><a href=\"/docs/{place}\">{}</a><p>{}</p></li>",
        tag(page.language),
        escaped(&heading),
        excerpt(&section.words, &marked),
    )
}

#[cfg(test)]
mod tests {
    use super::{Language, MOST_RESULTS, excerpt, page, parts_in, words_of};

    fn english(typed: &str) -> String {
        page(typed, Language::En)
    }

    /// The list of results.
    fn results(typed: &str, language: Language) -> String {
        let html = page(typed, language);
        let list = html.split("<ul class=\"results\">").nth(1).and_then(|rest| rest.split("</main>").next());
        list.expect("results").to_owned()
    }

    #[test]
    fn a_search_lists_the_sections_with_all_words_and_those_with_them_in_the_heading_first() {
        let first = results("TUNNEL phone", Language::En);
        assert!(first.starts_with("<li lang=\"en\"><a href=\"/docs/quick-start#on-a-phone\">"), "{first}");
        assert!(first.contains("<mark>tunnel</mark>") || first.contains("<mark>phone</mark>"), "{first}");
        let first = results("add a till", Language::En);
        let tills = "<a href=\"/docs/partner-portal#tills\">The partner portal › Tills</a><p><mark>Add a till</mark>";
        assert!(first.split("</li>").take(3).any(|one| one.contains(tills)), "as it was typed: {first}");
        assert!(english("zebra-crossing").contains("No section has all these words"));
        assert!(english("  ").contains("Type the words") && english("，").contains("Type the words"));
        assert_eq!(english("the").matches("</p></li>").count(), MOST_RESULTS);
    }

    #[test]
    fn chinese_is_found_from_every_page_and_without_spaces() {
        assert!(english("列印收據").contains("/docs/merchant-guide.zhhk#"), "also for a reader of English pages");
        // No page has these letters in this order.
        let found = results("撤回积分主管", Language::Zh);
        let title = "<a href=\"/docs/partner-portal.zh#taking-an-award-back-after-five-minutes\">";
        assert!(found.contains(title) && found.contains("<mark>"), "{found}");
        let found = results("收銀機，解鎖", Language::Zhhk);
        assert!(
            found.contains("<a href=\"/docs/partner-portal.zhhk\">商戶平台</a>"),
            "above the first heading: {found}"
        );
        assert_eq!(words_of(" PIN锁定，Till 3号 "), ["pin", "锁定", "till", "3", "号"]);
        assert_eq!(parts_in("先撤回这笔积分", "撤回积分"), Some(vec!["撤回", "积分"]));
        assert_eq!(parts_in("先撤回这笔积分", "撤回会员"), None);
        assert_eq!(parts_in("撤回", "撤回分"), None, "a part has two letters at least");
        assert_eq!(parts_in("abcd", "ab"), None, "words with spaces between them are found as they are");
    }

    #[test]
    fn a_section_is_shown_in_the_reader_s_language_where_it_has_the_words() {
        let name = "partner-guide";
        for (language, shown) in [(Language::En, name), (Language::Zh, "partner-guide.zh")] {
            let found = results("coupon_unknown", language);
            assert_eq!(found.matches(&format!("/docs/{name}")).count(), 1, "{found}");
            assert!(found.contains(&format!("/docs/{shown}#take-a-coupon")), "{found}");
        }
        let html = page("积分 & 优惠券", Language::Zhhk);
        assert!(html.starts_with("<!doctype html><html lang=\"zh-Hant-HK\">"), "{html}");
        let link = "href=\"/docs/search?q=%E7%A7%AF%E5%88%86+%26+%E4%BC%98%E6%83%A0%E5%88%B8&amp;language=zh\"";
        assert!(html.contains(link) && html.contains("搜尋：积分 &amp; 优惠券"), "{html}");
    }

    #[test]
    fn what_a_reader_typed_is_shown_as_text() {
        let found = english("<script>alert(1)</script> \"x\"");
        assert!(!found.contains("<script>") && found.contains("&lt;script&gt;"), "{found}");
        assert_eq!(excerpt("a <b> c", &["<b>"]), "a <mark>&lt;b&gt;</mark> c");
        assert_eq!(excerpt("", &["x"]), "");
        assert!(english(&"x".repeat(1_000)).contains(&format!("value=\"{}\"", "x".repeat(100))));
    }
}
