//! Receipt numbers; each one earns once.

use unicode_normalization::UnicodeNormalization;

/// Maximum length, in characters.
const LONGEST: usize = 64;

/// A receipt number as typed, and its comparison key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    typed: String,
    key: String,
}

impl Receipt {
    /// Parses and trims the typed text; `None` if it is too long or has no visible character.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        let key = key_of(typed);
        let sound = typed.chars().count() <= LONGEST && !key.is_empty();
        sound.then(|| Self { typed: typed.to_owned(), key })
    }

    /// The typed text, for display.
    pub fn as_typed(&self) -> &str {
        &self.typed
    }

    /// The comparison key, equal for all spellings that look alike: compatibility characters such as full-width
    /// letters become plain ones (NFKC); invisible characters, surrounding spaces and case are ignored.
    pub fn key(&self) -> &str {
        &self.key
    }
}

fn key_of(typed: &str) -> String {
    let visible: String = typed.nfkc().filter(|c| !is_invisible(*c)).collect();
    visible.trim().to_lowercase().nfkc().collect()
}

/// Control and format characters, and other invisible characters (Unicode: Default_Ignorable_Code_Point).
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::Receipt;

    #[test]
    fn spellings_that_look_alike_are_one_receipt_and_stay_as_typed() {
        for typed in
            ["RACE-2", "race-2", " Race-2 ", "RA\u{200b}CE-2", "ＲＡＣＥ－２", "race\u{ad}-2", "race-2\u{feff}"]
        {
            let receipt = Receipt::parse(typed).expect(typed);
            assert_eq!((receipt.key(), receipt.as_typed()), ("race-2", typed.trim()), "{typed:?}");
        }
        for other in ["RACE-20", "RACE 2", "收據二"] {
            assert_ne!(Receipt::parse(other).expect(other).key(), "race-2");
        }
    }

    #[test]
    fn a_receipt_number_needs_visible_characters_and_has_a_maximum_length() {
        for bad in ["", "  ", "\u{200b}\u{feff}", &"9".repeat(65)] {
            assert_eq!(Receipt::parse(bad), None, "{bad:?}");
        }
        assert!(Receipt::parse(&"9".repeat(64)).is_some());
    }
}
