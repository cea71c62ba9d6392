//! The parts of a certificate that the signature of a pass needs (RFC 5280).

use anyhow::{Context, bail};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use super::der::{self, BIT_STRING, CONTEXT_0, GENERALIZED_TIME, INTEGER, OBJECT_ID, SEQUENCE, SET, UTC_TIME};
use crate::base::clock::Timestamp;

/// The attribute of a subject that holds the pass type (`uid`, 0.9.2342.19200300.100.1.1).
pub(super) const USER_ID: &[u8] = &[0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 0x01, 0x01];
/// The attribute of a subject that holds the team (`organizationalUnitName`).
pub(super) const UNIT: &[u8] = &[0x55, 0x04, 0x0b];

/// A certificate; names and numbers as they stand in it, in DER.
#[derive(Debug)]
pub(super) struct PassCertificate {
    /// The whole certificate.
    pub(super) der: Vec<u8>,
    /// The serial number.
    pub(super) serial: Vec<u8>,
    /// The name of the issuer.
    pub(super) issuer: Vec<u8>,
    /// The name of the subject: the owner of the certificate.
    pub(super) subject: Vec<u8>,
    /// The public key, as RSAPublicKey where it is an RSA key.
    pub(super) public_key: Vec<u8>,
    /// The start of its validity.
    pub(super) from: Timestamp,
    /// The end of its validity.
    pub(super) until: Timestamp,
}

impl PassCertificate {
    /// Reads the first certificate of a PEM file. The error names the setting and the file.
    pub(super) fn read(setting: &str, file: &str) -> anyhow::Result<Self> {
        let pem = std::fs::read(file).with_context(|| format!("{setting} {file} cannot be read"))?;
        let Ok(der) = CertificateDer::from_pem_slice(&pem) else {
            // Apple's downloads are DER.
            bail!(
                "{setting} {file} holds no certificate in PEM; a .cer file of Apple becomes PEM by \
                 openssl x509 -inform der -in FILE.cer -out FILE.pem"
            );
        };
        Self::parse(&der).with_context(|| format!("{setting} {file} holds a certificate that cannot be read"))
    }

    fn parse(der: &[u8]) -> Option<Self> {
        let certificate = der::next_of(&mut &*der, SEQUENCE)?.content;
        let mut fields = der::next_of(&mut &*certificate, SEQUENCE)?.content;
        let version = fields;
        // The version is left out of certificates of the first version.
        if der::next_of(&mut fields, CONTEXT_0).is_none() {
            fields = version;
        }
        let serial = der::next_of(&mut fields, INTEGER)?.whole;
        der::next_of(&mut fields, SEQUENCE)?;
        let issuer = der::next_of(&mut fields, SEQUENCE)?.whole;
        let mut validity = der::next_of(&mut fields, SEQUENCE)?.content;
        let (from, until) = (time(&mut validity)?, time(&mut validity)?);
        let subject = der::next_of(&mut fields, SEQUENCE)?.whole;
        let mut key = der::next_of(&mut fields, SEQUENCE)?.content;
        der::next_of(&mut key, SEQUENCE)?;
        // The first byte counts unused bits.
        let public_key = der::next_of(&mut key, BIT_STRING)?.content.strip_prefix(&[0])?;
        Some(Self {
            der: der.to_vec(),
            serial: serial.to_vec(),
            issuer: issuer.to_vec(),
            subject: subject.to_vec(),
            public_key: public_key.to_vec(),
            from,
            until,
        })
    }

    /// An attribute of the subject; empty if there is none.
    pub(super) fn attribute(&self, id: &[u8]) -> String {
        let find = || {
            let mut names = der::next_of(&mut self.subject.as_slice(), SEQUENCE)?.content;
            while let Some(set) = der::next_of(&mut names, SET) {
                let mut attributes = set.content;
                while let Some(attribute) = der::next_of(&mut attributes, SEQUENCE) {
                    let mut parts = attribute.content;
                    if der::next_of(&mut parts, OBJECT_ID)?.content == id {
                        return String::from_utf8(der::next(&mut parts)?.content.to_vec()).ok();
                    }
                }
            }
            None
        };
        find().unwrap_or_default()
    }
}

/// A time with two or four digits of the year, such as `271231235959Z`.
fn time(input: &mut &[u8]) -> Option<Timestamp> {
    let found = der::next(input)?;
    let digits = std::str::from_utf8(found.content).ok()?.strip_suffix('Z')?;
    let text = match found.tag {
        // Years from 50 on are of the last century.
        UTC_TIME if digits < "50" => format!("20{digits}"),
        UTC_TIME => format!("19{digits}"),
        GENERALIZED_TIME => digits.to_owned(),
        _ => return None,
    };
    let part = |from: usize, to: usize| text.get(from..to).filter(|_| text.len() == 14);
    let (year, month, day) = (part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let (hour, minute, second) = (part(8, 10)?, part(10, 12)?, part(12, 14)?);
    Timestamp::parse(&format!("{year}-{month}-{day}T{hour}:{minute}:{second}Z"))
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, DnType, KeyPair};

    use super::{PassCertificate, UNIT, USER_ID};
    use crate::base::clock::Timestamp;

    #[test]
    fn a_certificate_tells_its_validity_and_subject() {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.not_before = rcgen::date_time_ymd(1999, 12, 31);
        params.not_after = rcgen::date_time_ymd(2051, 2, 3);
        let uid = DnType::CustomDnType(vec![0, 9, 2342, 19_200_300, 100, 1, 1]);
        params.distinguished_name.push(uid, "pass.hk.example.points");
        params.distinguished_name.push(DnType::OrganizationalUnitName, "ABCDE12345");
        let key = KeyPair::generate().expect("a key");
        let der = params.self_signed(&key).expect("a certificate").der().to_vec();
        let read = PassCertificate::parse(&der).expect("a certificate");
        assert_eq!(
            (read.attribute(USER_ID).as_str(), read.attribute(UNIT).as_str()),
            ("pass.hk.example.points", "ABCDE12345")
        );
        assert_eq!(read.attribute(&[0x55, 0x04, 0x0a]), "");
        let moment = |text: &str| Timestamp::parse(text).expect("a moment");
        assert_eq!((read.from, read.until), (moment("1999-12-31T00:00:00Z"), moment("2051-02-03T00:00:00Z")));
        assert_eq!((read.issuer, read.public_key.len()), (read.subject, 65));
        for length in 0..der.len() {
            assert!(PassCertificate::parse(&der[..length]).is_none(), "{length} bytes");
        }
    }
}
