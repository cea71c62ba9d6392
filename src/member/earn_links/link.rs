//! The text of an earn link: `E1~<key>~<cents>~<until>~<receipt>~<seal>`.
//!
//! The seal is HMAC-SHA-256 over everything before the last `~`. It is an HMAC rather than a signature, because every
//! language and `openssl` compute it in one line, it is half as long in the QR code, and the till may make links in
//! either case.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::base::clock::Timestamp;
use crate::base::id::EarnLinkKeyId;
use crate::base::points::Hkd;
use crate::base::secret::{base64url, same};
use crate::member::awards::Receipt;

/// The first part of each link. The parts are separated by `~`: a dot would make the last part look like the ending of
/// a file, and the server shows the app only under paths without one.
const VERSION: &str = "E1";
/// The path of a link that a browser opens.
const PATH: &str = "/earn/";
/// The longest text, in bytes.
const LONGEST: usize = 512;
/// The largest amount in cents that a link may name.
const HIGHEST_CENTS: i64 = 100_000_000;

/// The content of a link, before its seal is checked.
#[derive(Clone, Debug)]
pub(super) struct EarnLink<'t> {
    pub key: EarnLinkKeyId,
    pub amount: Hkd,
    /// The end of its validity, exclusive.
    pub until: Timestamp,
    pub receipt: Receipt,
    sealed: &'t str,
    seal: &'t str,
}

impl<'t> EarnLink<'t> {
    /// Reads a link, with or without the address before it; `None` for any other text.
    pub fn parse(text: &'t str) -> Option<Self> {
        let text = text.trim();
        if text.len() > LONGEST {
            return None;
        }
        let text = text.rsplit_once(PATH).map_or(text, |(_, link)| link);
        let (sealed, seal) = text.rsplit_once('~')?;
        let parts: Vec<&str> = sealed.split('~').collect();
        let [VERSION, key, cents, until, receipt] = parts[..] else { return None };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let number = |text: &str| {
            let digits = (1..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<i64>().ok().filter(|_| digits)
        };
        let cents = number(cents).filter(|cents| (1..=HIGHEST_CENTS).contains(cents))?;
        Some(Self {
            key: EarnLinkKeyId::parse(key)?,
            amount: Hkd::parse(&format!("{}.{:02}", cents / 100, cents % 100))?,
            until: Timestamp::from_millis(number(until)?.checked_mul(1_000)?),
            receipt: Receipt::parse(receipt).filter(|_| receipt.chars().all(is_plain))?,
            sealed,
            seal,
        })
    }

    /// Whether the holder of that secret made the link.
    pub fn is_sealed_by(&self, secret: &[u8]) -> bool {
        same(seal(secret, self.sealed).as_bytes(), self.seal.as_bytes())
    }
}

/// The text of a link as the code of a till writes it, which has the secret in hexadecimal.
pub fn written(key: EarnLinkKeyId, secret: &str, cents: i64, until: Timestamp, receipt: &str) -> String {
    let digits: Vec<char> = secret.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap_or_default();
    let secret: Vec<u8> = digits.chunks(2).map(byte).collect();
    let sealed = format!("{VERSION}~{key}~{cents}~{}~{receipt}", until.as_millis() / 1_000);
    format!("{sealed}~{}", seal(&secret, &sealed))
}

fn seal(secret: &[u8], text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes any key length");
    mac.update(text.as_bytes());
    base64url(&mac.finalize().into_bytes())
}

#[cfg(test)]
mod tests {
    use super::{EarnLink, seal};

    const KEY: &str = "019cde0a5b7070009f1b4c1f0c2f7a31";

    fn parse(parts: &str) -> Option<String> {
        let text = format!("{parts}~{}", seal(b"secret", parts));
        EarnLink::parse(&text).map(|link| format!("{} {}", link.amount, link.is_sealed_by(b"secret")))
    }

    #[test]
    fn only_an_exact_earn_link_is_read() {
        let link = |rest: &str| parse(&format!("E1~{KEY}~{rest}"));
        assert_eq!(link("12850~1790000000~R-1").as_deref(), Some("128.50 true"));
        for wrong in [
            "0~1790000000~R-1",
            "-5~1790000000~R-1",
            "+5~1790000000~R-1",
            "12850~1790000000~",
            "12850~x~R-1",
            "12850~1790000000~R 1",
            "12850~1790000000~R-1~more",
            "999999999999~1790000000~R-1",
            "12850~1790000000~收據",
            "12850~99999999999999999999~R-1",
        ] {
            assert_eq!(link(wrong), None, "{wrong}");
        }
        assert_eq!(parse(&format!("E2~{KEY}~5~1790000000~R-1")), None);
        assert_eq!(parse(&format!("E1~{}~5~1790000000~R-1", KEY.to_uppercase())), None);
    }

    #[test]
    fn a_changed_earn_link_does_not_match_its_seal() {
        let sealed = format!("E1~{KEY}~12850~1790000000~R-1");
        let whole = format!("https://points.example.hk/earn/{sealed}~{}", seal(b"secret", &sealed));
        assert!(EarnLink::parse(&whole).expect("a link").is_sealed_by(b"secret"));
        for (from, to) in [("~12850~", "~92850~"), ("~1790000000~", "~1890000000~"), ("R-1", "R-2")] {
            let altered = whole.replacen(from, to, 1);
            assert!(!EarnLink::parse(&altered).expect("a link").is_sealed_by(b"secret"), "{altered}");
        }
        assert!(!EarnLink::parse(&whole).expect("a link").is_sealed_by(b"another"));
    }
}
