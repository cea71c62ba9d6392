//! AWS Signature Version 4: each request carries a MAC over its content. The key is valid for one day and one region.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use url::Url;

use super::archive_name::stamp;
use crate::base::clock::Timestamp;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
const SIGNED: &str = "host;x-amz-content-sha256;x-amz-date";

/// Signs requests for one account in one region.
pub(super) struct Signer {
    region: String,
    access_key: String,
    secret_key: String,
}

impl Signer {
    pub(super) fn new(region: &str, access_key: &str, secret_key: &str) -> Self {
        Self { region: region.to_owned(), access_key: access_key.to_owned(), secret_key: secret_key.to_owned() }
    }

    /// The authentication headers of a request. The query must be encoded and sorted.
    pub(super) fn headers(&self, method: &str, url: &Url, body: &[u8], now: Timestamp) -> [(&'static str, String); 3] {
        let moment = stamp(now);
        let day = moment.get(..8).unwrap_or_default();
        let host = match url.port() {
            Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
            None => url.host_str().unwrap_or_default().to_owned(),
        };
        let hash = hexadecimal(&Sha256::digest(body));
        let (path, query) = (url.path(), url.query().unwrap_or_default());
        let asked = format!(
            "{method}\n{path}\n{query}\nhost:{host}\nx-amz-content-sha256:{hash}\nx-amz-date:{moment}\n\n{SIGNED}\n{hash}"
        );
        let scope = format!("{day}/{}/s3/aws4_request", self.region);
        let text = format!("{ALGORITHM}\n{moment}\n{scope}\n{}", hexadecimal(&Sha256::digest(asked)));
        let mut key = format!("AWS4{}", self.secret_key).into_bytes();
        for part in [day, self.region.as_str(), "s3", "aws4_request", text.as_str()] {
            key = mac(&key, part);
        }
        let signature = hexadecimal(&key);
        let authorization = format!(
            "{ALGORITHM} Credential={}/{scope}, SignedHeaders={SIGNED}, Signature={signature}",
            self.access_key
        );
        [("authorization", authorization), ("x-amz-content-sha256", hash), ("x-amz-date", moment)]
    }
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes any key length");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Percent-encodes a query value as Signature Version 4 requires: everything except unreserved characters.
pub(super) fn encoded(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~');
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::{Signer, encoded};
    use crate::base::clock::Timestamp;

    #[test]
    fn the_signature_is_that_of_another_implementation() {
        // Computed with botocore 1.44.5 (S3SigV4Auth) for the same request.
        let signer = Signer::new("ap-east-1", "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
        let url = "https://s3.example.hk/kapok?list-type=2&prefix=points%2F".parse().expect("an address");
        let now = Timestamp::parse("2026-11-21T12:00:05Z").expect("a moment");
        let [(_, authorization), (_, hash), (_, date)] = signer.headers("GET", &url, b"", now);
        assert_eq!(date, "20261121T120005Z");
        assert_eq!(hash, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert!(
            authorization.ends_with("Signature=8f55220face261bca607ed3530931dd22dd7e7fa56d24ce6ab01c8a468eb32f4"),
            "{authorization}"
        );
    }

    #[test]
    fn queries_are_encoded_as_the_storage_expects() {
        assert_eq!(encoded("a/b c~d+é"), "a%2Fb%20c~d%2B%C3%A9");
    }
}
