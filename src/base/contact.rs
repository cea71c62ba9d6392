//! E-mail addresses, Hong Kong phone numbers, and the identifiers that people type for a member.

use super::problem::{AppError, AppResult};
use super::short_id::ShortId;

/// A normalized e-mail address: lower case, ASCII, at most 254 characters.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// Reads the field `email` of a form. Fails with `invalid_email`.
    pub fn of_form(typed: &str) -> AppResult<Self> {
        Self::parse(typed).ok_or_else(|| AppError::invalid_field("email", "invalid_email"))
    }

    /// Checks and lower-cases an address: one `@`, a local part of the characters that mail providers allow, and a
    /// domain of at least two labels. A domain in other scripts is converted to ASCII (IDNA).
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        if typed.len() > 254 {
            return None;
        }
        let (local, domain) = typed.rsplit_once('@')?;
        let atom = |b: u8| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&b);
        let sound_local = (1..=64).contains(&local.len())
            && local.bytes().all(atom)
            && !local.starts_with('.')
            && !local.ends_with('.')
            && !local.contains("..");
        let url::Host::Domain(domain) = url::Host::parse(domain).ok()? else { return None };
        let label = |part: &str| {
            (1..=63).contains(&part.len())
                && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
                && !part.starts_with('-')
                && !part.ends_with('-')
        };
        let top = domain.rsplit('.').next().unwrap_or("");
        let sound_domain = domain.contains('.')
            && domain.split('.').all(label)
            && top.len() >= 2
            && top.bytes().any(|b| b.is_ascii_alphabetic());
        let whole = format!("{}@{domain}", local.to_ascii_lowercase());
        (sound_local && sound_domain && whole.len() <= 254).then_some(Self(whole))
    }

    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Email {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Addresses must not appear in logs.
        out.write_str("Email(…)")
    }
}

/// A Hong Kong phone number: exactly eight digits, the first from 4 to 9.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct HkPhone(String);

impl HkPhone {
    /// Reads the field `phone` of a form. Fails with `invalid_hong_kong_phone`.
    pub fn of_form(typed: &str) -> AppResult<Self> {
        Self::parse(typed.trim()).ok_or_else(|| AppError::invalid_field("phone", "invalid_hong_kong_phone"))
    }

    /// Reads exactly eight ASCII digits, as forms send them.
    pub fn parse(typed: &str) -> Option<Self> {
        let sound =
            typed.len() == 8 && typed.bytes().all(|b| b.is_ascii_digit()) && matches!(typed.as_bytes()[0], b'4'..=b'9');
        sound.then(|| Self(typed.to_owned()))
    }

    /// Reads a number that may contain blanks, hyphens and Hong Kong's country code, as people type it to sign in or
    /// to name a recipient.
    pub fn parse_loosely(typed: &str) -> Option<Self> {
        let digits: String = typed.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
        let local = digits.strip_prefix("+852").or_else(|| digits.strip_prefix("852").filter(|rest| rest.len() == 8));
        Self::parse(local.unwrap_or(&digits))
    }

    /// Reads the stored form, `+852` and eight digits.
    pub fn from_e164(stored: &str) -> Option<Self> {
        Self::parse(stored.strip_prefix("+852")?)
    }

    /// The eight digits, as in the API.
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// The international form (E.164) that is stored and dialled.
    pub fn e164(&self) -> String {
        format!("+852{}", self.0)
    }
}

impl std::fmt::Debug for HkPhone {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("HkPhone(…)")
    }
}

/// An identifier of a member, as typed at sign-in, as a transfer's recipient or at a till.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Identifier {
    /// By e-mail address.
    Email(Email),
    /// By phone number.
    Phone(HkPhone),
    /// By short id, or by the text of a member's QR code, which is the short id.
    ShortId(ShortId),
}

impl Identifier {
    /// Reads an identifier in any of its forms. Eight digits are read as a phone number: short ids of digits only are
    /// never assigned.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        if typed.contains('@') {
            return Email::parse(typed).map(Self::Email);
        }
        HkPhone::parse_loosely(typed).map(Self::Phone).or_else(|| ShortId::parse(typed).map(Self::ShortId))
    }
}

/// Whether a text is a phone number as businesses write theirs, such as `+852 2345 6789`: 6 to 15 digits, in at most 40
/// characters.
pub fn is_public_number(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (6..=15).contains(&digits) && text.len() <= 40 && text.chars().all(|c| c.is_ascii_digit() || "+-() ".contains(c))
}

#[cfg(test)]
mod tests {
    use super::{Email, HkPhone, Identifier};

    #[test]
    fn addresses_compare_without_regard_to_case() {
        assert_eq!(Email::parse(" Mei.Chan@Example.HK ").expect("sound").as_str(), "mei.chan@example.hk");
        assert_eq!(Email::parse("a@bücher.example").expect("sound").as_str(), "a@xn--bcher-kva.example");
        for bad in [
            "",
            "a",
            "@b.hk",
            "a@",
            "a@b",
            "a b@c.hk",
            "a@b..hk",
            "a@-b.hk",
            "a@127.0.0.1",
            "a\u{202e}@b.hk",
            "ä@b.hk",
            "a@b.hk\r\nBcc: x@y.hk",
            "a..b@c.hk",
            "a@b.1",
        ] {
            assert!(Email::parse(bad).is_none(), "{bad:?}");
        }
    }

    #[test]
    fn a_phone_number_is_eight_digits_of_hong_kong() {
        assert!(HkPhone::parse("61234567").is_some());
        for bad in ["6123456", "612345678", "11234567", "6123456a", "６１２３４５６７", "+85261234567", ""] {
            assert!(HkPhone::parse(bad).is_none(), "{bad:?}");
        }
        for typed in ["+85261234567", "6123 4567", "85261234567", "+852 6123-4567"] {
            assert_eq!(HkPhone::parse_loosely(typed).expect("sound").digits(), "61234567", "{typed}");
        }
    }

    #[test]
    fn an_identifier_is_an_address_a_number_or_a_short_id() {
        assert!(matches!(Identifier::parse("bob@kapok.example"), Some(Identifier::Email(_))));
        assert!(matches!(Identifier::parse("91234567"), Some(Identifier::Phone(_))));
        assert!(Identifier::parse("nobody").is_none());
    }
}
