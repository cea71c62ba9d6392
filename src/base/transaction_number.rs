//! The short number of a transaction, which people read out: `TX-26316-K7Q2`.

use serde::Serialize;

use super::clock::Timestamp;
use super::day::Day;

/// Crockford's base 32: no I, L, O or U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bits of the four characters.
const BITS: u32 = 20;
const MASK: u32 = (1 << BITS) - 1;
/// An odd factor has an inverse, so that no two sequence numbers in a row of a million get the same characters.
const FACTOR: u32 = 0x9_E375;

/// `TX`, two digits of the year and three of the day in Hong Kong, and four characters of the sequence number in the
/// ledger. The number is computed, not stored: two transactions of one day have the same one only if there are
/// 1,048,576 others between them. It is no secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[schema(value_type = String, examples("TX-26316-K7Q2"))]
pub struct TransactionNumber(String);

/// A parsed receipt number: the day of the transaction, and the lowest bits of its sequence number in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedNumber {
    /// The day of the transaction.
    pub day: Day,
    low: u32,
}

impl TransactionNumber {
    /// The number of the transaction with that sequence number, posted at that time.
    pub fn of(seq: i64, posted: Timestamp) -> Self {
        let day = Day::of(posted);
        let ordinal = day.number() - day.first_of_year().number() + 1;
        let mixed = mix(low_bits(seq));
        let signs: String = (0..4).rev().map(|place| sign(mixed >> (place * 5))).collect();
        Self(format!("TX-{:02}{ordinal:03}-{signs}", day.year() % 100))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TypedNumber {
    /// Reads a typed number: either case, with or without hyphens and blanks, `O` for zero and `I` or `L` for one.
    pub fn parse(typed: &str) -> Option<Self> {
        if typed.len() > 24 {
            return None;
        }
        let plain: String = typed.chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        let rest = plain.to_ascii_uppercase().strip_prefix("TX")?.replace('O', "0").replace(['I', 'L'], "1");
        let (date, signs) = rest.split_at_checked(5)?;
        let (year, ordinal): (i16, i64) = (date.get(..2)?.parse().ok()?, date.get(2..)?.parse().ok()?);
        let first = Day::of_year(2000 + year, 1, 1)?;
        let day = first.plus(ordinal - 1);
        if signs.len() != 4 || ordinal < 1 || day.year() != first.year() {
            return None;
        }
        let value = |c: u8| ALPHABET.iter().position(|known| *known == c).and_then(|at| u32::try_from(at).ok());
        let mixed = signs.bytes().try_fold(0, |sum: u32, c| Some(sum << 5 | value(c)?))?;
        Some(Self { day, low: unmix(mixed) })
    }

    /// The sequence numbers up to the latest that have these characters, newest first: one in each 1,048,576.
    pub fn sequence_numbers(self, latest: i64) -> impl Iterator<Item = i64> {
        let low = i64::from(self.low);
        let rounds = if latest < low { -1 } else { (latest - low) >> BITS };
        (0..=rounds).rev().map(move |round| (round << BITS) + low)
    }
}

fn low_bits(seq: i64) -> u32 {
    u32::try_from(seq & i64::from(MASK)).unwrap_or(0)
}

fn sign(bits: u32) -> char {
    ALPHABET.get(usize::try_from(bits & 31).unwrap_or(0)).map_or('0', |byte| char::from(*byte))
}

/// Makes neighbours look unlike each other, so that a wrong character does not find the next member's transaction.
fn mix(low: u32) -> u32 {
    let folded = low ^ (low >> (BITS / 2));
    folded.wrapping_mul(FACTOR) & MASK
}

fn unmix(mixed: u32) -> u32 {
    let folded = mixed.wrapping_mul(inverse(FACTOR)) & MASK;
    folded ^ (folded >> (BITS / 2))
}

/// The inverse of an odd number modulo 2^32 (Newton's iteration doubles the number of correct bits).
const fn inverse(odd: u32) -> u32 {
    let mut found = odd;
    let mut round = 0;
    while round < 5 {
        found = found.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(found)));
        round += 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{MASK, TransactionNumber, TypedNumber, mix, unmix};
    use crate::base::clock::Timestamp;

    fn number(seq: i64, at: &str) -> TransactionNumber {
        TransactionNumber::of(seq, Timestamp::parse(at).expect("a time"))
    }

    #[test]
    fn a_number_names_the_day_in_hong_kong() {
        assert!(number(7, "2026-11-11T16:00:00+00:00").as_str().starts_with("TX-26316-"));
        assert!(number(7, "2026-01-01T00:00:00+08:00").as_str().starts_with("TX-26001-"));
        assert!(number(7, "2028-12-31T23:59:59+08:00").as_str().starts_with("TX-28366-"));
    }

    #[test]
    fn no_two_of_a_million_transactions_have_the_same_number() {
        let seen: BTreeSet<u32> = (0..=MASK).map(mix).collect();
        assert_eq!(seen.len(), 1 << 20);
        assert!((0..=MASK).all(|low| unmix(mix(low)) == low));
    }

    #[test]
    fn a_typed_number_finds_its_transaction() {
        for seq in [1, 2, 1_048_575, 1_048_576, 9_999_999] {
            let shown = number(seq, "2026-11-12T12:00:00+08:00");
            let typed = shown.as_str().to_lowercase().replace('-', " ");
            let read = TypedNumber::parse(&typed).expect("a number");
            assert_eq!(read.day.to_string(), "2026-11-12");
            assert!(read.sequence_numbers(10_000_000).any(|found| found == seq), "{seq}");
            assert!(read.sequence_numbers(seq - 1).all(|found| found < seq));
        }
        for other in
            ["TX-26366-AAAA", "TX-26000-AAAA", "TX-26316-AAA", "TX-26316-AAAU", "10472", "TX", "", "TX-é6316-AAAA"]
        {
            assert_eq!(TypedNumber::parse(other), None, "{other}");
        }
    }
}
