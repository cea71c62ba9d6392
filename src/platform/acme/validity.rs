//! The time at which a certificate must be renewed, computed from the validity in the certificate.

use std::time::Duration;

use crate::base::clock::Timestamp;

/// Renewal is due after two thirds of the validity, so that a third is left for retries. `None` if the validity
/// cannot be read.
pub(super) fn renewal_of(certificate: &[u8]) -> Option<Timestamp> {
    let (from, until) = times(certificate)?;
    Some(from.plus(until.since(from) * 2 / 3).min(until.minus(Duration::from_secs(60))))
}

/// Reads `notBefore` and `notAfter`. The two stand next to each other in a sequence of their own, the only one of its
/// kind in a certificate, each as a time with a two-digit year (RFC 5280 section 4.1.2.5: until 2049).
fn times(certificate: &[u8]) -> Option<(Timestamp, Timestamp)> {
    const LENGTH: usize = 32;
    let found = certificate
        .windows(LENGTH)
        .find(|window| window.starts_with(&[0x30, 0x1e, 0x17, 0x0d]) && window[17..19] == [0x17, 0x0d])?;
    Some((time(&found[4..17])?, time(&found[19..])?))
}

/// Parses `YYMMDDHHMMSSZ`.
fn time(text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text).ok()?.strip_suffix('Z').filter(|text| text.len() == 12)?;
    let two = |at: usize| text.get(at..at + 2);
    let written = format!("20{}-{}-{}T{}:{}:{}Z", two(0)?, two(2)?, two(4)?, two(6)?, two(8)?, two(10)?);
    Timestamp::parse(&written)
}

#[cfg(test)]
mod tests {
    use super::{renewal_of, times};
    use crate::base::clock::Timestamp;

    #[test]
    fn a_certificate_is_renewed_when_a_third_of_its_time_is_left() {
        let mut params = rcgen::CertificateParams::new(vec!["points.example.hk".to_owned()]).expect("parameters");
        params.not_before = rcgen::date_time_ymd(2026, 11, 1);
        params.not_after = rcgen::date_time_ymd(2027, 1, 30);
        let key = rcgen::KeyPair::generate().expect("a key");
        let certificate = params.self_signed(&key).expect("a certificate");
        let moment = |text: &str| Timestamp::parse(text).expect("a moment");
        let both = (moment("2026-11-01T00:00:00Z"), moment("2027-01-30T00:00:00Z"));
        assert_eq!(times(certificate.der()), Some(both));
        assert_eq!(renewal_of(certificate.der()), Some(moment("2026-12-31T00:00:00Z")));
        assert_eq!(renewal_of(b"nothing of the kind"), None);
    }
}
