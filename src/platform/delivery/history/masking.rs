//! Addresses and numbers with most characters masked, as lists and the audit show them.

use unicode_normalization::UnicodeNormalization;

use crate::platform::delivery::DeliveryChannel;

/// A run of at least this many digits may identify a phone number.
const TELLING_DIGITS: usize = 5;

/// Shows enough of an address or number to tell it from others.
pub(super) fn masked(channel: DeliveryChannel, to: &str) -> String {
    match (channel, to.split_once('@')) {
        (DeliveryChannel::Email, Some((local, domain))) => {
            format!("{}•••@{domain}", local.chars().next().unwrap_or('•'))
        }
        _ => format!("•••• {}", to.get(to.len().saturating_sub(4)..).unwrap_or("")),
    }
}

/// An address or a number as lists show it.
pub fn shown(to: &str) -> String {
    masked(if to.contains('@') { DeliveryChannel::Email } else { DeliveryChannel::Sms }, to)
}

/// A text that somebody typed, with full and partial addresses and numbers in it masked. Ids of this server stay.
pub fn masked_in(typed: &str) -> String {
    let text: String = typed.nfkc().collect();
    if is_id(&text) {
        return text;
    }
    let words: Vec<String> =
        text.split(' ').map(|word| if word.contains('@') { shown(word) } else { word.to_owned() }).collect();
    let mut kept = String::new();
    let mut rest = words.join(" ");
    while let Some((from, to)) = first_number(&rest) {
        let digits: String = rest[from..to].chars().filter(char::is_ascii_digit).collect();
        kept.push_str(&rest[..from]);
        kept.push_str(&shown(&digits));
        rest = rest.split_off(to);
    }
    kept + &rest
}

/// 32 hexadecimal digits.
fn is_id(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The position of the first number: digits, with the separators that people type between them.
fn first_number(text: &str) -> Option<(usize, usize)> {
    let mut run: Option<(usize, usize, usize)> = None;
    for (at, character) in text.char_indices().chain([(text.len(), 'x')]) {
        run = match (run, character) {
            (None, '0'..='9') => Some((at, at + 1, 1)),
            (Some((from, _, count)), '0'..='9') => Some((from, at + 1, count + 1)),
            (Some(begun), ' ' | '-' | '(' | ')' | '.') => Some(begun),
            (Some((from, to, count)), _) if count >= TELLING_DIGITS => return Some((from, to)),
            _ => None,
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::masked_in;

    #[test]
    fn addresses_and_numbers_are_masked_wherever_they_stand() {
        for (typed, kept) in [
            ("61230001", "•••• 0001"),
            ("+852 6123-0001", "+•••• 0001"),
            ("６１２３０００１", "•••• 0001"),
            ("612300", "•••• 2300"),
            ("mei@example.org", "m•••@example.org"),
            ("Chan mei＠exam", "Chan m•••@exam"),
            ("Chan 6123 0001 Mei", "Chan •••• 0001 Mei"),
            ("R-10472 61230001", "R-•••• 0001"),
        ] {
            assert_eq!(masked_in(typed), kept, "{typed}");
        }
        for plain in ["Chan Mei", "陳美", "k7q2-mo", "1234", "active", "0197f3a2b4c6d8e0f1a2b3c4d5e6f708"] {
            assert_eq!(masked_in(plain), plain);
        }
    }
}
