//! Keys for each purpose, all derived from one master key that lives outside the database.

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The master key and what is derived from it (HKDF-SHA-256, RFC 5869).
#[derive(Clone)]
pub struct Keyring {
    master: [u8; 32],
}

/// What a derived key is for. Each purpose has a key of its own, so that a value made for one
/// can never pass for another.
#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// Mixed into passwords before they are hashed.
    PasswordPepper,
    /// One-time codes at rest.
    OneTimeCode,
    /// Codes that enrol a till, at rest.
    TillEnrolment,
    /// Request tokens bound to a browser session.
    RequestToken,
    /// Deriving a session's next secrets from the ones they replace.
    SessionRotation,
    /// Counting attempts for an identifier without storing it.
    AttemptKey,
    /// Marks of devices that have signed in before.
    DeviceMark,
    /// The captcha's challenges.
    Captcha,
    /// Codes that buy something, at rest.
    CodePool,
    /// The secrets of authenticator apps, at rest.
    Totp,
    /// Codes that stand in for a second factor, at rest.
    RecoveryCode,
    /// The chain of the audit trail.
    Audit,
    /// Secrets of webhooks, at rest.
    WebhookSecret,
    /// Links by which messages are ended.
    Unsubscribe,
    /// Cursors of lists.
    Cursor,
    /// What push services know the programme by.
    Vapid,
}

impl Keyring {
    /// From the 32 bytes of the master key.
    pub fn new(master: [u8; 32]) -> Self {
        Self { master }
    }

    /// The key for one purpose.
    pub fn derive(&self, purpose: Purpose) -> [u8; 32] {
        let mut key = [0; 32];
        let label = format!("kapok/{purpose:?}/1");
        Hkdf::<Sha256>::new(None, &self.master)
            .expand(label.as_bytes(), &mut key)
            .expect("32 bytes is a length that HKDF gives");
        key
    }

    /// HMAC-SHA-256 over the parts under the purpose's key. Each part is preceded by its length,
    /// so that no two lists of parts make the same input.
    pub fn mac(&self, purpose: Purpose, parts: &[&[u8]]) -> [u8; 32] {
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
    use super::{Keyring, Purpose};

    #[test]
    fn keys_differ_by_purpose_and_parts_do_not_run_together() {
        let keys = Keyring::new([7; 32]);
        assert_ne!(keys.derive(Purpose::Audit), keys.derive(Purpose::Cursor));
        assert_ne!(keys.mac(Purpose::Audit, &[b"ab", b"c"]), keys.mac(Purpose::Audit, &[b"a", b"bc"]));
    }
}
