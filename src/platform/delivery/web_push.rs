//! Requests to a browser's push service: a payload that only the member's browser can decrypt (RFC 8291, with
//! aes128gcm of RFC 8188), and a signed token that identifies the sender (VAPID, RFC 8292).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Nonce};
use anyhow::anyhow;
use hkdf::Hkdf;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde_json::json;
use sha2::Sha256;
use url::Url;

use super::subscriptions::PushEncryptionKeys;
use crate::base::clock::Timestamp;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::secret::{base64url, random_bytes};

/// The whole payload is one record of that size, which every push service accepts.
const RECORD: usize = 4_096;
/// Size of the header: salt, record size, and our key with its length.
const HEADER: usize = 16 + 4 + 1 + 65;
/// The longest payload: the delimiter of the last record and the cipher's tag need room too.
pub(super) const LONGEST: usize = RECORD - HEADER - 1 - 16;
/// Lifetime of a token. Push services accept one day at most.
const TOKEN_LIFE: Duration = Duration::from_secs(12 * 3_600);
/// A token is reused for this long; then another is signed.
const TOKEN_USE: Duration = Duration::from_secs(6 * 3_600);
/// Maximum number of kept tokens: more than there are push services. The bound keeps invented subdomains of a known
/// service from filling the memory.
const MOST_TOKENS: usize = 100;

/// The public VAPID key in the encoding that browsers accept.
pub fn vapid_key(keys: &Keyring) -> String {
    public_text(&signing_key(keys))
}

/// The key pair is derived from the master key, so it exists from the first start on and is restored with a backup.
/// Another key pair would invalidate every subscription.
fn signing_key(keys: &Keyring) -> SigningKey {
    let candidate = |turn: u8| SigningKey::from_slice(&keys.mac(KeyPurpose::Vapid, &[&[turn]])).ok();
    (0..=u8::MAX).find_map(candidate).expect("one of 256 numbers below 2^256 is below the order of P-256")
}

fn public_text(key: &SigningKey) -> String {
    base64url(key.verifying_key().to_sec1_point(false).as_bytes())
}

/// Signs the tokens that identify the sender to each push service.
pub(super) struct Vapid {
    key: SigningKey,
    public: String,
    contact: String,
    tokens: Mutex<HashMap<String, (Timestamp, String)>>,
}

impl Vapid {
    /// `contact` is the operator's address for push services: a `mailto:` or `https:` URL.
    pub(super) fn new(keys: &Keyring, contact: &str) -> Self {
        let key = signing_key(keys);
        Self { public: public_text(&key), key, contact: contact.to_owned(), tokens: Mutex::default() }
    }

    /// The Authorization header for an endpoint's push service; the same for some hours.
    pub(super) fn authorization(&self, endpoint: &Url, now: Timestamp) -> String {
        let audience = endpoint.origin().ascii_serialization();
        let mut tokens = self.tokens.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.retain(|_, (made, _)| *made <= now && now.since(*made) < TOKEN_USE);
        if tokens.len() >= MOST_TOKENS {
            tokens.clear();
        }
        let (_, token) = tokens.entry(audience).or_insert_with_key(|audience| (now, self.token(audience, now)));
        format!("vapid t={token}, k={}", self.public)
    }

    fn token(&self, audience: &str, now: Timestamp) -> String {
        let expires = now.plus(TOKEN_LIFE).as_millis() / 1_000;
        let head = json!({ "typ": "JWT", "alg": "ES256" }).to_string();
        let claims = json!({ "aud": audience, "exp": expires, "sub": self.contact }).to_string();
        let signed = format!("{}.{}", base64url(head.as_bytes()), base64url(claims.as_bytes()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", base64url(&signature.to_bytes()))
    }
}

/// Encrypts a payload for one browser, with a new key pair.
pub(super) fn seal(payload: &[u8], to: &PushEncryptionKeys) -> anyhow::Result<Vec<u8>> {
    let own = loop {
        // All but one in 2^32 of the random numbers are valid keys.
        if let Ok(key) = SecretKey::from_slice(&random_bytes::<32>()) {
            break key;
        }
    };
    seal_with(payload, to, &own, random_bytes())
}

fn seal_with(payload: &[u8], to: &PushEncryptionKeys, own: &SecretKey, salt: [u8; 16]) -> anyhow::Result<Vec<u8>> {
    if payload.len() > LONGEST {
        return Err(anyhow!("the payload has {} bytes", payload.len()));
    }
    let theirs = PublicKey::from_sec1_bytes(&to.p256dh).map_err(|_| anyhow!("the browser's key is no point"))?;
    let shared = own.diffie_hellman(&theirs);
    let point = own.public_key().to_sec1_point(false);
    let ours = point.as_bytes();
    let info = [b"WebPush: info\0", to.p256dh.as_slice(), ours].concat();
    let secret: [u8; 32] = expanded(&to.auth, shared.raw_secret_bytes(), &info);
    let key: [u8; 16] = expanded(&salt, &secret, b"Content-Encoding: aes128gcm\0");
    let nonce: [u8; 12] = expanded(&salt, &secret, b"Content-Encoding: nonce\0");
    // 2 is the delimiter of the last record.
    let record = [payload, &[2]].concat();
    let sealed = Aes128Gcm::new(&key.into()).encrypt(&Nonce::from(nonce), record.as_slice());
    let sealed = sealed.map_err(|_| anyhow!("the payload cannot be encrypted"))?;
    let size = u32::try_from(RECORD)?.to_be_bytes();
    Ok([&salt, size.as_slice(), &[u8::try_from(ours.len())?], ours, &sealed].concat())
}

fn expanded<const N: usize>(salt: &[u8], secret: &[u8], info: &[u8]) -> [u8; N] {
    let mut out = [0; N];
    Hkdf::<Sha256>::new(Some(salt), secret)
        .expand(info, &mut out)
        .expect("32 bytes at most are a length that HKDF gives");
    out
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    use p256::SecretKey;

    use super::{LONGEST, RECORD, Vapid, seal, seal_with, vapid_key};
    use crate::base::clock::Timestamp;
    use crate::base::keys::Keyring;
    use crate::base::secret::base64url;
    use crate::platform::delivery::subscriptions::PushEncryptionKeys;

    fn bytes<const N: usize>(text: &str) -> [u8; N] {
        URL_SAFE_NO_PAD.decode(text).expect("base64url").try_into().expect("the expected number of bytes")
    }

    fn browser() -> PushEncryptionKeys {
        PushEncryptionKeys {
            p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
            auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        }
    }

    /// The example of RFC 8291, section 5.
    #[test]
    fn the_example_of_rfc_8291_is_reproduced() {
        let own = SecretKey::from_slice(&bytes::<32>("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).expect("a key");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw");
        let sealed = seal_with(b"When I grow up, I want to be a watermelon", &browser(), &own, salt).expect("sealed");
        assert_eq!(
            base64url(&sealed),
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7\
             A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        );
    }

    #[test]
    fn a_payload_fills_one_record_and_no_more() {
        assert_eq!(seal(&[7; LONGEST], &browser()).expect("sealed").len(), RECORD);
        assert!(seal(&[7; LONGEST + 1], &browser()).is_err());
    }

    #[test]
    fn a_vapid_token_is_reused_for_hours_and_differs_by_service() {
        let keys = Keyring::new([5; 32]);
        let vapid = Vapid::new(&keys, "mailto:ops@example.org");
        let (one, other) = ("https://push.example/a".parse().expect("an address"), "https://x.example/".parse());
        let start = Timestamp::from_millis(1_790_000_000_000);
        let first = vapid.authorization(&one, start);
        assert!(first.ends_with(&format!(", k={}", vapid_key(&keys))), "{first}");
        let after = |hours: u64| start.plus(std::time::Duration::from_secs(hours * 3_600));
        assert_eq!(vapid.authorization(&one, after(5)), first);
        assert_ne!(vapid.authorization(&one, after(6)), first);
        assert_ne!(vapid.authorization(&other.expect("an address"), start), first);
        assert_ne!(vapid_key(&keys), vapid_key(&Keyring::new([6; 32])));
    }
}
