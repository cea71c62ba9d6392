//! Secrets of webhooks: they are generated here, stored encrypted (AES-256-GCM, bound to their row), and sign calls.

use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::base::id::EndpointId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::base::secret::random_bytes;

const PREFIX: &str = "whsec_";

/// A new secret, in the format of Standard Webhooks libraries.
pub fn new_secret() -> String {
    format!("{PREFIX}{}", STANDARD.encode(random_bytes::<32>()))
}

pub(super) fn seal(keys: &Keyring, id: EndpointId, secret: &str) -> Vec<u8> {
    keys.seal(KeyPurpose::WebhookSecret, id.as_bytes(), secret.as_bytes())
}

fn open(keys: &Keyring, id: EndpointId, sealed: &[u8]) -> AppResult<Vec<u8>> {
    let broken = || anyhow!("the secret of the webhook {id} cannot be opened");
    let text = keys.open(KeyPurpose::WebhookSecret, id.as_bytes(), sealed).ok_or_else(broken)?;
    let text = std::str::from_utf8(&text).map_err(|_| broken())?;
    Ok(STANDARD.decode(text.strip_prefix(PREFIX).unwrap_or(text)).map_err(|_| broken())?)
}

/// The header `webhook-signature`: one signature for each valid secret.
pub(super) fn signatures(
    keys: &Keyring,
    endpoint: EndpointId,
    sealed: &[Vec<u8>],
    message: &str,
    timestamp: i64,
    body: &str,
) -> AppResult<String> {
    let mut all = Vec::new();
    for one in sealed {
        let mut mac = Hmac::<Sha256>::new_from_slice(&open(keys, endpoint, one)?).expect("HMAC takes any key length");
        mac.update(format!("{message}.{timestamp}.{body}").as_bytes());
        all.push(format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes())));
    }
    Ok(all.join(" "))
}

#[cfg(test)]
mod tests {
    use super::{new_secret, open, seal};
    use crate::base::clock::Timestamp;
    use crate::base::id::EndpointId;
    use crate::base::keys::Keyring;

    #[test]
    fn a_sealed_secret_opens_in_its_own_row_only() {
        let keys = Keyring::new([3; 32]);
        let [own, other] = [1, 2].map(|at| EndpointId::made_at(Timestamp::from_millis(at)));
        let sealed = seal(&keys, own, &new_secret());
        assert_eq!(open(&keys, own, &sealed).expect("opened").len(), 32);
        assert!(open(&keys, other, &sealed).is_err() && open(&Keyring::new([4; 32]), own, &sealed).is_err());
    }
}
