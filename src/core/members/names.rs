//! Rules for names of people: any script, no look-alike tricks.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::base::language::Language;

const LONGEST: usize = 50;
const TOO_LONG: &str = "too_long";
const INVALID_NAME: &str = "invalid_name";

/// A given or family name: 1 to 50 characters in NFC; letters, digits, marks, spaces and `' ’ - . · ,`; one script,
/// or Latin and Han together. Text that resembles a domain name is rejected, because names appear on other people's
/// screens and in e-mails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonName(String);

impl PersonName {
    /// Trims and normalises the typed text; `None` if it is not a valid name.
    pub fn parse(typed: &str) -> Option<Self> {
        if typed.len() > 1024 {
            return None;
        }
        let name: String = typed.trim().nfc().collect();
        let length = name.chars().count();
        let sound = (1..=LONGEST).contains(&length)
            && name.chars().all(is_allowed)
            && name.chars().any(char::is_alphabetic)
            && !has_four_marks_in_a_row(&name)
            && !reads_as_a_domain(&name)
            && scripts_agree(&name);
        sound.then_some(Self(name))
    }

    /// The error code for an invalid name. `missing` is the code for an empty one.
    pub fn refusal(typed: &str, missing: &'static str) -> &'static str {
        match typed.trim() {
            "" => missing,
            name if name.nfc().count() > LONGEST => TOO_LONG,
            _ => INVALID_NAME,
        }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A person's full name. In Chinese the family name comes first, without a space.
pub fn full_name(language: Language, first: &str, last: &str) -> String {
    let name =
        if language == Language::En || first.is_ascii() { format!("{first} {last}") } else { format!("{last}{first}") };
    name.trim().to_owned()
}

/// A shortened name that its owner recognises and that does not identify them to others: `Mei Yi C.`, `陳美*`.
pub(super) fn masked(first: &str, last: &str) -> String {
    if first.chars().any(is_han) {
        let mut whole: Vec<char> = last.chars().chain(first.chars()).collect();
        if whole.len() > 1 {
            whole.pop();
        }
        whole.push('*');
        return whole.into_iter().collect();
    }
    match last.chars().next() {
        Some(initial) if !is_han(initial) => format!("{first} {initial}."),
        Some(_) => format!("{first} *"),
        None => first.to_owned(),
    }
}

/// Whether a character belongs to the Han script.
pub fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_allowed(character: char) -> bool {
    character.is_alphanumeric()
        || is_combining_mark(character)
        || matches!(character, ' ' | '\'' | '\u{2019}' | '-' | '.' | '\u{b7}' | ',')
}

fn has_four_marks_in_a_row(name: &str) -> bool {
    let mut run = 0;
    name.chars().any(|character| {
        run = if is_combining_mark(character) { run + 1 } else { 0 };
        run > 3
    })
}

/// Finds a dot between a letter or digit and two Latin letters, as in `evil.hk`.
fn reads_as_a_domain(name: &str) -> bool {
    let characters: Vec<char> = name.chars().collect();
    characters.windows(4).any(|four| {
        four[0].is_alphanumeric() && four[1] == '.' && four[2].is_ascii_alphabetic() && four[3].is_ascii_alphabetic()
    })
}

fn scripts_agree(name: &str) -> bool {
    let mut found: Vec<Script> = name.chars().filter(|c| c.is_alphabetic()).map(Script::of).collect();
    found.sort_unstable();
    found.dedup();
    matches!(found.as_slice(), [] | [_] | [Script::Latin, Script::Han])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Script {
    Latin,
    Han,
    Kana,
    Hangul,
    /// Any other script, identified by its block of 128 characters, or 256 from the Arabic script on. This is precise
    /// enough to detect mixed scripts.
    Other(u32),
}

impl Script {
    fn of(character: char) -> Self {
        match u32::from(character) {
            0x41..=0x24f | 0x1e00..=0x1eff | 0x2c60..=0x2c7f | 0xa720..=0xa7ff => Script::Latin,
            0x3005..=0x3007
            | 0x2e80..=0x2fdf
            | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xf900..=0xfaff
            | 0x20000..=0x323af => Script::Han,
            0x3040..=0x30ff | 0x31f0..=0x31ff => Script::Kana,
            0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7ff => Script::Hangul,
            0x370..=0x3ff | 0x1f00..=0x1fff => Script::Other(0x370),
            0x400..=0x52f => Script::Other(0x400),
            0x590..=0x5ff => Script::Other(0x590),
            0x600..=0x77f | 0x8a0..=0x8ff => Script::Other(0x600),
            other => Script::Other(other >> 7 << 7),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PersonName;

    #[test]
    fn common_forms_of_names_are_accepted() {
        for name in
            ["Carol", "陳", "Chan Tai-man", "O’Brien", "J.R. Smith", "María José", "陳 Carol", "Нина", "Σοφία", "محمد"]
        {
            assert!(PersonName::parse(name).is_some(), "{name}");
        }
        assert_eq!(PersonName::parse("  Zoe\u{308} ").expect("a name").as_str(), "Zoë");
    }

    #[test]
    fn misleading_names_and_addresses_are_refused() {
        for name in [
            "",
            "  ",
            "…",
            "--",
            "12",
            "evil.hk",
            "a@b",
            "http://x",
            "<b>",
            "x\u{202e}y",
            "x\u{200b}y",
            "Pаypal",
            "a\u{300}\u{301}\u{302}\u{303}\u{304}",
            "a/b",
            "x=1",
            "\u{e000}",
        ] {
            assert!(PersonName::parse(name).is_none(), "{name:?}");
        }
        assert!(PersonName::parse(&"a".repeat(51)).is_none());
    }
}
