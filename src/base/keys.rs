//! Keys for each purpose, all derived from one master key that is stored outside the database.

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

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
    /// Request tokens bound to a browser session.
    RequestToken,
    /// Derives a session's next secrets from the ones they replace.
    SessionRotation,
    /// Counts attempts for an identifier without storing it.
    AttemptKey,
    /// Cookies of devices that have signed in before.
    DeviceMark,
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
    /// Unsubscribe links.
    Unsubscribe,
    /// Cursors of lists.
    Cursor,
    /// The key pair that identifies the programme to push services.
    Vapid,
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
}

impl std::fmt::Debug for Keyring {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Keyring(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPurpose, Keyring};

    #[test]
    fn keys_differ_by_purpose_and_parts_do_not_run_together() {
        let keys = Keyring::new([7; 32]);
        assert_ne!(keys.derive(KeyPurpose::Audit), keys.derive(KeyPurpose::Cursor));
        assert_ne!(keys.mac(KeyPurpose::Audit, &[b"ab", b"c"]), keys.mac(KeyPurpose::Audit, &[b"a", b"bc"]));
    }
}
