//! Every text that the server itself writes for people, in three languages: error messages, and the texts of messages
//! and inbox entries.

use std::collections::HashMap;
use std::sync::{OnceLock, PoisonError, RwLock};

use super::colour::Colour;
use super::day::Day;
use super::language::{Language, LocalizedText};
use super::points::Hkd;

/// The web app uses the same catalogue of error codes.
const ERRORS: [&str; 3] = [
    include_str!("../../ui/src/i18n/locales/en/errors.json"),
    include_str!("../../ui/src/i18n/locales/zh/errors.json"),
    include_str!("../../ui/src/i18n/locales/zhhk/errors.json"),
];
const TEXTS: [&str; 3] =
    [include_str!("texts/en.json"), include_str!("texts/zh.json"), include_str!("texts/zhhk.json")];

/// The programme's name by default.
pub const BUILT_IN_NAME: &str = "Kapok";
/// The placeholder for the programme's name in every text.
pub const PROGRAMME: &str = "programme";
/// The placeholder for a day in every text; its value is a day such as `2026-12-31`.
const DAY: &str = "day";

/// The programme's own name and texts from its settings; a process serves one programme.
static OWN: RwLock<Option<MessageBranding>> = RwLock::new(None);

/// The programme's own name and texts.
pub struct MessageBranding {
    /// The programme's name.
    pub name: String,
    /// The colours of messages.
    pub colours: OwnColours,
    /// The programme's contacts in one line; empty if the settings have none.
    pub contact: LocalizedText,
    /// The texts that the programme has changed.
    pub texts: HashMap<String, LocalizedText>,
}

/// The programme's own colours; `None` means the default colour.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnColours {
    /// The colour of points, and of the programme's name.
    pub points: Option<Colour>,
    /// The colour of buttons.
    pub actions: Option<Colour>,
}

type Catalogue = [HashMap<String, String>; 3];

fn load(sources: [&str; 3]) -> Catalogue {
    sources.map(|json| serde_json::from_str(json).expect("an embedded catalogue is a flat JSON object"))
}

fn find(catalogue: &'static Catalogue, language: Language, key: &str) -> Option<&'static str> {
    let index = Language::ALL.iter().position(|one| *one == language).unwrap_or(0);
    catalogue[index].get(key).or_else(|| catalogue[0].get(key)).map(String::as_str)
}

fn errors() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| load(ERRORS))
}

/// The message for an error code; `None` if the catalogue lacks the code.
pub fn error(language: Language, code: &str) -> Option<&'static str> {
    find(errors(), language, code)
}

/// Every error code, unordered.
pub fn error_codes() -> impl Iterator<Item = &'static str> {
    errors()[0].keys().map(String::as_str)
}

/// The text named `key` with its `{placeholders}` filled in. A missing key is a bug and panics, so that a test finds
/// it.
pub fn text(language: Language, key: &str, values: &[(&str, &str)]) -> String {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    let words = own.as_ref().and_then(|own| own.texts.get(key)).map(|words| words.get(language));
    let found = words.or_else(|| find(texts(), language, key));
    let name = own.as_ref().map_or(BUILT_IN_NAME, |own| &own.name);
    let day = values.iter().find(|(key, _)| *key == DAY).and_then(|(_, day)| Day::parse(day));
    let day = day.map(|day| in_words(language, day)).unwrap_or_default();
    // The first value of a name counts.
    let values: Vec<(&str, &str)> =
        [(DAY, day.as_str())].into_iter().filter(|(_, day)| !day.is_empty()).chain(values.iter().copied()).collect();
    let values: Vec<(&str, &str)> = values.into_iter().chain([(PROGRAMME, name)]).collect();
    fill(found.unwrap_or_else(|| panic!("the text {key} is not in the catalogue")), &values)
}

/// A day as people write it: a line of an inbox keeps it as `2026-12-31`, and is read in any language.
fn in_words(language: Language, day: Day) -> String {
    let pattern = match language {
        Language::En => "%-d %B %Y",
        Language::Zh | Language::Zhhk => "%Y年%-m月%-d日",
    };
    day.start().in_hong_kong(pattern)
}

/// The programme's name.
pub fn programme_name() -> String {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.as_ref().map_or(BUILT_IN_NAME, |own| &own.name).to_owned()
}

/// The programme's contacts as a sentence; `None` if the settings have none.
pub fn contact(language: Language) -> Option<String> {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    let ways = own.as_ref().map(|own| own.contact.get(language).to_owned()).filter(|ways| !ways.is_empty())?;
    drop(own);
    Some(text(language, "mail.contact", &[("contact", &ways)]))
}

/// The colours of messages.
pub fn own_colours() -> OwnColours {
    let own = OWN.read().unwrap_or_else(PoisonError::into_inner);
    own.as_ref().map(|own| own.colours).unwrap_or_default()
}

fn texts() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| load(TEXTS))
}

/// The names of all texts, unordered.
pub fn keys() -> impl Iterator<Item = &'static str> {
    texts()[0].keys().map(String::as_str)
}

/// The built-in version of a text, with its placeholders.
pub fn built_in(key: &str) -> LocalizedText {
    LocalizedText::from_each(|language| find(texts(), language, key).unwrap_or_default().to_owned())
}

/// Replaces the programme's own name and texts.
pub fn use_own_words(own: MessageBranding) {
    *OWN.write().unwrap_or_else(PoisonError::into_inner) = Some(own);
}

/// Fills in the `{placeholders}` of a text; those without a value are removed.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len() + 16);
    let mut rest = template;
    // One pass from left to right, so that braces in a value are never filled in.
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, tail) = after.split_once('}').unwrap_or((after, ""));
        let value = values.iter().find(|(key, _)| *key == name).map_or("", |(_, value)| value);
        filled.push_str(value);
        rest = tail;
    }
    filled.push_str(rest);
    filled
}

/// The text named `key` in every language.
pub fn localized(key: &str, values: &[(&str, &str)]) -> LocalizedText {
    LocalizedText::from_each(|language| text(language, key, values))
}

/// A whole number with commas between thousands, as in all three languages.
pub fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + 8);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if number < 0 { format!("\u{2212}{out}") } else { out }
}

/// An amount of HK$ with commas between thousands, without the name of the currency.
pub fn grouped_hkd(amount: Hkd) -> String {
    let cents = amount.units().unsigned_abs();
    let sign = if amount < Hkd::ZERO { "\u{2212}" } else { "" };
    format!("{sign}{}.{:02}", grouped(i64::try_from(cents / 100).unwrap_or(i64::MAX)), cents % 100)
}

#[cfg(test)]
mod tests {
    use super::{ERRORS, TEXTS, grouped, load};

    #[test]
    fn the_three_languages_say_the_same_things() {
        for catalogue in [load(ERRORS), load(TEXTS)] {
            for (key, english) in &catalogue[0] {
                for other in &catalogue[1..] {
                    let translated = other.get(key).unwrap_or_else(|| panic!("{key} lacks a translation"));
                    assert!(!translated.is_empty(), "{key} is empty");
                    let holes = |text: &str| {
                        let mut names: Vec<_> =
                            text.split('{').filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect();
                        names.sort();
                        names
                    };
                    assert_eq!(holes(english), holes(translated), "{key}");
                }
            }
            assert!(catalogue.iter().all(|one| one.len() == catalogue[0].len()), "a language has an extra key");
        }
    }

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(-12_480), "\u{2212}12,480");
        assert_eq!(grouped(1_000_000), "1,000,000");
    }
}
