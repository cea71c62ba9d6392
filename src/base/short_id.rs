//! A member's short id, which people read out at a till.

use serde::Serialize;

/// Crockford's base 32: no I, L, O or U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Eight Crockford base-32 characters, the last one a check character, stored in upper case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, utoipa::ToSchema)]
#[schema(value_type = String, examples("K7Q2M9XA"))]
pub struct ShortId(String);

impl ShortId {
    /// Builds an id from seven random values below 32.
    pub fn from_random(random: [u8; 7]) -> Self {
        let mut text: String = random.iter().map(|value| char::from(ALPHABET[usize::from(value % 32)])).collect();
        text.push(check_character(text.as_bytes()));
        Self(text)
    }

    /// Reads a typed id: either case, with or without hyphens or blanks, `O` for zero and `I` or `L` for one. `None`
    /// if it is not a short id or its check character is wrong.
    pub fn parse(typed: &str) -> Option<Self> {
        if typed.len() > 24 {
            return None;
        }
        let mut text = String::with_capacity(8);
        for character in typed.chars().filter(|c| !matches!(c, '-' | ' ')) {
            let upper = match character.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            if !upper.is_ascii() || !ALPHABET.contains(&(upper as u8)) {
                return None;
            }
            text.push(upper);
        }
        let sound = text.len() == 8 && check_character(&text.as_bytes()[..7]) == char::from(text.as_bytes()[7]);
        sound.then_some(Self(text))
    }

    /// The eight characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As people read it in a sentence: `DGY8 5ZCF`, with a space that does not break.
    pub fn in_fours(&self) -> String {
        format!("{}\u{a0}{}", &self.0[..4], &self.0[4..])
    }
}

/// The weights are odd, so they have inverses modulo 32: the check detects any single wrong character and nearly
/// every swap of neighbours.
fn check_character(first_seven: &[u8]) -> char {
    let sum: usize = first_seven
        .iter()
        .enumerate()
        .map(|(index, byte)| {
            let value = ALPHABET.iter().position(|known| known == byte).unwrap_or(0);
            value * (2 * index + 3)
        })
        .sum();
    char::from(ALPHABET[sum % 32])
}

impl std::fmt::Display for ShortId {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{ALPHABET, ShortId};

    #[test]
    fn typed_hyphens_and_case_are_ignored() {
        let id = ShortId::from_random([1, 0, 31, 7, 9, 22, 4]);
        let text = id.as_str().to_owned();
        let hyphenated = format!("{}-{}", &text[..4], &text[4..]).to_lowercase();
        for typed in [text.clone(), hyphenated, text.replace('0', "o").replace('1', "l")] {
            assert_eq!(ShortId::parse(&typed).as_ref(), Some(&id), "{typed}");
        }
    }

    #[test]
    fn a_single_wrong_character_is_noticed() {
        let text = ShortId::from_random([3, 14, 15, 9, 26, 5, 30]).as_str().to_owned();
        for position in 0..8 {
            for other in ALPHABET {
                let mut changed = text.clone().into_bytes();
                if changed[position] != *other {
                    changed[position] = *other;
                    let typed = String::from_utf8(changed).expect("ascii");
                    assert_eq!(ShortId::parse(&typed), None, "{typed}");
                }
            }
        }
    }
}
