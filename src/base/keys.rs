//! Keys for each purpose, all derived from one master key that is stored outside the database.

use aes_gcm::aead::{Aead, Payload};
use aes_gcm::{Aes256Gcm, Nonce};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::secret::random_bytes;

/// Bytes of the nonce before an encrypted text.
const NONCE: usize = 12;

/// The master key and the keys derived from it (HKDF-SHA-256, RFC 5869).
#[derive(Clone)]
pub struct Keyring {
    master: [u8; 32],
}

/// The purpose of a derived key. Each purpose has its own key, so that a value made for one is never valid for
/// another.
#[derive(Clone, Copy, Debug)]
pub enum KeyPurpose {
    /// Mixed into passwords before they are hashed.
    PasswordPepper,
    /// One-time codes in the store.
    OneTimeCode,
    /// Till enrolment codes in the store.
    TillEnrolment,
    /// Derives the secret of a till's device from the code and the idempotency key of its enrolment.
    TillSecret,
    /// Request tokens bound to a browser session.
    RequestToken,
    /// Derives a session's next secrets from the ones they replace.
    SessionRotation,
    /// Counts attempts for an identifier without storing it.
    AttemptKey,
    /// Cookies of devices that have signed in before.
    DeviceMark,
    /// The device of such a cookie, as it is stored with the accounts that were used on it.
    DeviceAccount,
    /// The captcha's challenges.
    Captcha,
    /// Purchased codes in the store.
    CodePool,
    /// The secrets of authenticator apps in the store.
    Totp,
    /// Recovery codes of the second factor in the store.
    RecoveryCode,
    /// The chain of the audit.
    Audit,
    /// Secrets of webhooks in the store.
    WebhookSecret,
    /// The codes that members show at counters.
    CounterCode,
    /// Unsubscribe links.
    Unsubscribe,
    /// Cursors of lists.
    Cursor,
    /// The key pair that identifies the programme to push services.
    Vapid,
    /// The keys that sign statements, in the store.
    StatementKey,
    /// The secrets of earn links, in the store.
    EarnLinkKey,
}

impl Keyring {
    /// From the 32 bytes of the master key.
    pub fn new(master: [u8; 32]) -> Self {
        Self { master }
    }

    /// The key for one purpose.
    pub fn derive(&self, purpose: KeyPurpose) -> [u8; 32] {
        let mut key = [0; 32];
        let label = format!("kapok/{purpose:?}/1");
        Hkdf::<Sha256>::new(None, &self.master)
            .expand(label.as_bytes(), &mut key)
            .expect("32 bytes is a length that HKDF gives");
        key
    }

    /// HMAC-SHA-256 over the parts under the purpose's key. Each part is preceded by its length, so that two
    /// different lists of parts never give the same input.
    pub fn mac(&self, purpose: KeyPurpose, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.derive(purpose)).expect("HMAC takes any key length");
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Encrypts a secret for the store (AES-256-GCM). It opens only for the row whose id was given.
    pub fn seal(&self, purpose: KeyPurpose, row: &[u8], secret: &[u8]) -> Vec<u8> {
        let nonce = random_bytes::<NONCE>();
        let payload = Payload { msg: secret, aad: row };
        let sealed = self.cipher(purpose).encrypt(&Nonce::from(nonce), payload).expect("AES-GCM encrypts a short text");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Decrypts the output of [`Self::seal`]; `None` for another row, another master key or altered bytes.
    pub fn open(&self, purpose: KeyPurpose, row: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, rest) = sealed.split_first_chunk::<NONCE>()?;
        self.cipher(purpose).decrypt(&Nonce::from(*nonce), Payload { msg: rest, aad: row }).ok()
    }

    fn cipher(&self, purpose: KeyPurpose) -> Aes256Gcm {
        Aes256Gcm::new(&self.derive(purpose).into())
    }
}

impl std::fmt::Debug for Keyring {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Keyring(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPurpose, Keyring, NONCE};

    #[test]
    fn a_sealed_secret_opens_in_its_own_row_only() {
        let keys = Keyring::new([3; 32]);
        let sealed = keys.seal(KeyPurpose::WebhookSecret, b"own", b"secret");
        assert_eq!(keys.open(KeyPurpose::WebhookSecret, b"own", &sealed).as_deref(), Some(b"secret".as_slice()));
        assert!(keys.open(KeyPurpose::WebhookSecret, b"other", &sealed).is_none());
        assert!(keys.open(KeyPurpose::Totp, b"own", &sealed).is_none());
        assert!(Keyring::new([4; 32]).open(KeyPurpose::WebhookSecret, b"own", &sealed).is_none());
        assert!(keys.open(KeyPurpose::WebhookSecret, b"own", &sealed[..NONCE - 1]).is_none());
    }

    #[test]
    fn keys_differ_by_purpose_and_parts_do_not_run_together() {
        let keys = Keyring::new([7; 32]);
        assert_ne!(keys.derive(KeyPurpose::Audit), keys.derive(KeyPurpose::Cursor));
        assert_ne!(keys.mac(KeyPurpose::Audit, &[b"ab", b"c"]), keys.mac(KeyPurpose::Audit, &[b"a", b"bc"]));
    }
}
