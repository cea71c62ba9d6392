//! The search in the handbook: which sections have all the words, without a script in the page.

use std::sync::LazyLock;

use super::{Section, TEXTS, escaped, language, names, sections, shell, title};

/// Most letters of a search.
pub(super) const MOST_LETTERS: usize = 100;
/// Most results.
const MOST_RESULTS: usize = 40;
/// Letters on each side of the first hit in an excerpt.
const AROUND: usize = 90;

/// A section as the search reads it.
struct Searched {
    /// The place of its page in [`names`].
    page: usize,
    section: Section,
    /// The title of the page and the heading, in small letters.
    heading: String,
    /// The words, in small letters.
    words: String,
}

static SECTIONS: LazyLock<Vec<Searched>> = LazyLock::new(|| {
    let of_page = |(page, text): (usize, &String)| {
        let title = title(text).to_owned();
        let searched = move |section: Section| Searched {
            page,
            heading: format!("{title} {}", section.heading).to_lowercase(),
            words: section.words.to_lowercase(),
            section,
        };
        sections(text).into_iter().map(searched).collect::<Vec<_>>()
    };
    TEXTS.iter().enumerate().flat_map(of_page).collect()
});

/// The bytes of text that a search reads.
pub(super) fn read_bytes() -> usize {
    SECTIONS.iter().map(|one| one.heading.len() + one.words.len()).sum()
}

/// The sections that have all the words: first those that have them in their headings.
fn found(words: &[String]) -> Vec<&'static Searched> {
    let in_heading = |one: &&Searched| words.iter().all(|word| one.heading.contains(word));
    let anywhere =
        |one: &&Searched| words.iter().all(|word| one.heading.contains(word) || one.words.contains(word.as_str()));
    let (first, rest): (Vec<_>, Vec<_>) = SECTIONS.iter().filter(anywhere).partition(in_heading);
    first.into_iter().chain(rest).take(MOST_RESULTS).collect()
}

/// The words around the first hit, with the hit marked. Without a hit, the beginning of the section.
fn excerpt(words: &str, wanted: &[String]) -> String {
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
pub(super) fn page(typed: &str) -> String {
    let typed: String = typed.chars().take(MOST_LETTERS).collect();
    let words: Vec<String> = typed.split_whitespace().map(str::to_lowercase).collect();
    let results = if words.is_empty() { Vec::new() } else { found(&words) };
    let mut body = format!("<h1>Search: {}</h1>", escaped(typed.trim()));
    body.push_str(&match results.len() {
        0 if words.is_empty() => "<p role=\"status\">Type the words that you look for.</p>".to_owned(),
        0 => "<p role=\"status\">No section has all these words. Try fewer or other words.</p>".to_owned(),
        1 => "<p role=\"status\">1 section</p>".to_owned(),
        MOST_RESULTS => format!("<p role=\"status\">The first {MOST_RESULTS} sections</p>"),
        count => format!("<p role=\"status\">{count} sections</p>"),
    });
    body.push_str("<ul class=\"results\">");
    for Searched { page, section, .. } in results {
        let (name, title) = (names().nth(*page).unwrap_or_default(), title(&TEXTS[*page]));
        body.push_str(&format!(
            "<li lang=\"{}\"><a href=\"/docs/{name}#{}\">{} › {}</a><p>{}</p></li>",
            language(name),
            section.anchor,
            escaped(title),
            escaped(&section.heading),
            excerpt(&section.words, &words),
        ));
    }
    shell("en", "Search", None, typed.trim(), &(body + "</ul>"))
}

#[cfg(test)]
mod tests {
    use super::{MOST_RESULTS, excerpt, page};

    #[test]
    fn a_search_lists_the_sections_with_all_words_and_those_with_them_in_the_heading_first() {
        let found = page("TUNNEL phone");
        let first = found.split("<ul class=\"results\">").nth(1).expect("results");
        assert!(first.starts_with("<li lang=\"en\"><a href=\"/docs/quick-start#on-a-phone\">"), "{first}");
        assert!(first.contains("<mark>tunnel</mark>") || first.contains("<mark>phone</mark>"), "{first}");
        assert!(page("列印收據").contains("/docs/merchant-guide.zhhk#"), "Chinese is searched too");
        assert!(page("zebra-crossing").contains("No section has all these words"));
        assert!(page("  ").contains("Type the words"));
        assert_eq!(page("the").matches("</p></li>").count(), MOST_RESULTS);
    }

    #[test]
    fn what_a_reader_typed_is_shown_as_text() {
        let found = page("<script>alert(1)</script> \"x\"");
        assert!(!found.contains("<script>") && found.contains("&lt;script&gt;"), "{found}");
        assert_eq!(excerpt("a <b> c", &["<b>".to_owned()]), "a <mark>&lt;b&gt;</mark> c");
        assert_eq!(excerpt("", &["x".to_owned()]), "");
        assert!(page(&"x".repeat(1_000)).contains(&format!("value=\"{}\"", "x".repeat(100))));
    }
}
