//! Short codes that people can read out and type for an open coupon.

use super::secret::random_bytes;

/// Crockford's base 32 without 0 and 1: no two characters look alike.
const ALPHABET: &[u8; 30] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Coprime to 30, so each has an inverse modulo 30: the check detects any single wrong character and nearly every
/// swap of neighbours.
const WEIGHTS: [usize; 7] = [7, 11, 13, 17, 19, 23, 29];

/// Eight characters, the last one a check character. The other seven hold 34 bits, enough for a code that is valid
/// for five minutes and whose failed guesses are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortCode(String);

impl ShortCode {
    /// Generates a random code.
    pub fn generate() -> Self {
        // 30 does not divide 2^64, but the bias is too small to matter.
        let mut number = u64::from_be_bytes(random_bytes::<8>());
        let mut signs = [0; 7];
        for sign in &mut signs {
            *sign = (number % 30) as usize;
            number /= 30;
        }
        Self::of(signs)
    }

    fn of(signs: [usize; 7]) -> Self {
        let sum: usize = signs.iter().zip(WEIGHTS).map(|(sign, weight)| sign * weight).sum();
        Self(signs.into_iter().chain([sum % 30]).map(|sign| char::from(ALPHABET[sign])).collect())
    }

    /// Reads a typed code: either case, with or without hyphens or blanks. `None` if it is not a short code or its
    /// check character is wrong.
    pub fn parse(typed: &str) -> Option<Self> {
        let plain = typed.chars().filter(|c| !matches!(c, '-' | '–' | ' ')).map(|c| c.to_ascii_uppercase());
        let signs: Vec<usize> =
            plain.take(9).map(|c| ALPHABET.iter().position(|known| char::from(*known) == c)).collect::<Option<_>>()?;
        let code = Self::of(*signs.first_chunk::<7>()?);
        let check = signs.get(7).map(|sign| ALPHABET[*sign]);
        (signs.len() == 8 && check == code.0.bytes().last()).then_some(code)
    }

    /// The eight characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::{ALPHABET, ShortCode};

    #[test]
    fn typed_hyphens_and_case_are_ignored() {
        let code = ShortCode::generate();
        let text = code.as_str().to_owned();
        assert_eq!(text.len(), 8);
        assert!(ShortCode::parse("5ghb-w7zu").is_none() && ShortCode::parse("2222-2222").is_some());
        let grouped = format!(" {}-{} ", &text[..4], &text[4..]).to_lowercase();
        for typed in [text.clone(), grouped, text.to_lowercase()] {
            assert_eq!(ShortCode::parse(&typed).as_ref(), Some(&code), "{typed}");
        }
        for typed in ["", "2222", &text[..7], &format!("{text}2"), "0O1I0O1I"] {
            assert_eq!(ShortCode::parse(typed), None, "{typed}");
        }
    }

    #[test]
    fn a_single_wrong_sign_is_noticed() {
        let text = ShortCode::of([3, 14, 15, 9, 26, 5, 29]).as_str().to_owned();
        assert!(text.starts_with("5GHBW7Z"), "{text}");
        for position in 0..8 {
            for other in ALPHABET {
                let mut changed = text.clone().into_bytes();
                if changed[position] != *other {
                    changed[position] = *other;
                    let typed = String::from_utf8(changed).expect("ascii");
                    assert_eq!(ShortCode::parse(&typed), None, "{typed}");
                }
            }
        }
    }
}
