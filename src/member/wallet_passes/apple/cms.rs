//! A detached signature (CMS SignedData, RFC 5652): SHA-256 and RSA, with the time of signing.

use sha2::{Digest, Sha256};

use super::certificate::PassCertificate;
use super::der::{self, CONTEXT_0, INTEGER, OBJECT_ID, OCTET_STRING, SEQUENCE, SET, UTC_TIME};
use crate::base::clock::Timestamp;
use crate::base::rsa_signer::RsaSigner;

/// `id-data`, 1.2.840.113549.1.7.1.
const DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01];
/// `id-signedData`, 1.2.840.113549.1.7.2.
const SIGNED_DATA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02];
/// `contentType`, 1.2.840.113549.1.9.3.
const CONTENT_TYPE: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x03];
/// `messageDigest`, 1.2.840.113549.1.9.4.
const MESSAGE_DIGEST: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x04];
/// `signingTime`, 1.2.840.113549.1.9.5.
const SIGNING_TIME: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x05];
/// `rsaEncryption`, 1.2.840.113549.1.1.1.
const RSA: &[u8] = &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
/// `id-sha256`, 2.16.840.1.101.3.4.2.1.
const SHA_256: &[u8] = &[0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01];
const NULL: &[u8] = &[0x05, 0x00];
const VERSION_1: &[u8] = &[INTEGER, 1, 1];

fn object_id(id: &[u8]) -> Vec<u8> {
    der::value(OBJECT_ID, id)
}

fn algorithm(id: &[u8]) -> Vec<u8> {
    der::holding::<&[u8]>(SEQUENCE, &[&object_id(id), NULL])
}

fn attribute(id: &[u8], value: Vec<u8>) -> Vec<u8> {
    der::holding(SEQUENCE, &[object_id(id), der::value(SET, &value)])
}

/// A time as UTCTime, which holds for years before 2050.
fn utc_time(moment: Timestamp) -> Vec<u8> {
    let digits: String = moment.to_string().chars().filter(char::is_ascii_digit).collect();
    der::value(UTC_TIME, format!("{}Z", &digits[2..14]).as_bytes())
}

/// Signs `content`, which is not in the signature. The certificate and the intermediate are.
pub(super) fn detached_signature(
    key: &RsaSigner,
    certificate: &PassCertificate,
    intermediate: &PassCertificate,
    content: &[u8],
    now: Timestamp,
) -> anyhow::Result<Vec<u8>> {
    let mut attributes = [
        attribute(CONTENT_TYPE, object_id(DATA)),
        attribute(SIGNING_TIME, utc_time(now)),
        attribute(MESSAGE_DIGEST, der::value(OCTET_STRING, &Sha256::digest(content))),
    ];
    // DER orders the elements of a set by their bytes.
    attributes.sort();
    // They are signed as a set, and stand in the signature under another tag.
    let signature = key.sign(&der::holding(SET, &attributes))?;
    let signer = der::holding(
        SEQUENCE,
        &[
            VERSION_1,
            &der::holding(SEQUENCE, &[&certificate.issuer, &certificate.serial]),
            &algorithm(SHA_256),
            &der::holding(CONTEXT_0, &attributes),
            &algorithm(RSA),
            &der::value(OCTET_STRING, &signature),
        ],
    );
    let signed_data = der::holding(
        SEQUENCE,
        &[
            VERSION_1,
            &der::value(SET, &algorithm(SHA_256)),
            &der::value(SEQUENCE, &object_id(DATA)),
            &der::holding(CONTEXT_0, &[&certificate.der, &intermediate.der]),
            &der::value(SET, &signer),
        ],
    );
    Ok(der::holding(SEQUENCE, &[object_id(SIGNED_DATA), der::value(CONTEXT_0, &signed_data)]))
}
