//! Codes of an authenticator app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds, which every app
//! supports. The stored secret is encrypted and bound to its row.

use anyhow::anyhow;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use crate::base::clock::Timestamp;
use crate::base::id::StaffId;
use crate::base::keys::{KeyPurpose, Keyring};
use crate::base::problem::AppResult;
use crate::base::secret::{random_bytes, same};

/// The length of the hash, as RFC 4226 recommends.
const SECRET: usize = 20;
const STEP_MS: i64 = 30_000;
const MODULUS: u32 = 1_000_000;
/// Accepted steps before and after the present one, because clocks differ and typing takes time.
const DRIFT: i64 = 1;

/// The secret shared by server and app.
pub(super) struct TotpSecret([u8; SECRET]);

impl TotpSecret {
    pub(super) fn generate() -> Self {
        Self(random_bytes())
    }

    /// The text to type into an app (RFC 4648, base 32).
    pub(super) fn text(&self) -> String {
        const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
        let five_bits = |chunk: &[u8]| {
            let number = chunk.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
            (0..8).rev().map(move |place| char::from(ALPHABET[(number >> (5 * place) & 31) as usize]))
        };
        // 20 bytes are four whole groups of five, so nothing is padded.
        self.0.chunks_exact(5).flat_map(five_bits).collect()
    }

    /// The URL for the QR code that an app reads.
    pub(super) fn address(&self, email: &str) -> String {
        let label: String = url::form_urlencoded::byte_serialize(email.as_bytes()).collect();
        format!("otpauth://totp/Kapok:{label}?secret={}&issuer=Kapok", self.text())
    }

    pub(super) fn seal(&self, keys: &Keyring, owner: StaffId) -> Vec<u8> {
        keys.seal(KeyPurpose::Totp, owner.as_bytes(), &self.0)
    }

    pub(super) fn open(keys: &Keyring, owner: StaffId, sealed: &[u8]) -> AppResult<Self> {
        let plain = keys.open(KeyPurpose::Totp, owner.as_bytes(), sealed);
        let plain = plain.ok_or_else(|| anyhow!("a secret does not belong to its row or this master key"))?;
        Ok(Self(plain.try_into().map_err(|_| anyhow!("a secret has another length"))?))
    }

    /// The time step of this code, if it is within [`DRIFT`] of the present one.
    pub(super) fn step_of(&self, code: &str, now: Timestamp) -> Option<i64> {
        let present = now.as_millis().div_euclid(STEP_MS);
        (present - DRIFT..=present + DRIFT).rfind(|step| same(self.code(*step).as_bytes(), code.as_bytes()))
    }

    fn code(&self, step: i64) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).expect("HMAC takes any key length");
        mac.update(&step.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let offset = usize::from(digest[19] & 15);
        let word = digest[offset..offset + 4].iter().fold(0_u32, |word, byte| word << 8 | u32::from(*byte));
        format!("{:06}", (word & 0x7fff_ffff) % MODULUS)
    }
}

#[cfg(test)]
mod tests {
    use super::{Keyring, StaffId, Timestamp, TotpSecret};

    /// Test values of RFC 6238, appendix B, cut to six digits.
    #[test]
    fn codes_are_those_of_the_standard() {
        let secret = TotpSecret(*b"12345678901234567890");
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(secret.code(seconds / 30), code);
            let now = Timestamp::from_millis(seconds * 1_000);
            assert_eq!(secret.step_of(code, now), Some(seconds / 30));
            assert_eq!(secret.step_of(code, Timestamp::from_millis((seconds + 90) * 1_000)), None);
        }
        assert_eq!(secret.text(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    }

    #[test]
    fn a_sealed_secret_opens_only_in_its_own_row() {
        let (keys, secret) = (Keyring::new([5; 32]), TotpSecret::generate());
        let [one, other] = [1, 2].map(|n| StaffId::from_bytes([n; 16]));
        let sealed = secret.seal(&keys, one);
        assert_eq!(TotpSecret::open(&keys, one, &sealed).expect("opens").0, secret.0);
        assert!(TotpSecret::open(&keys, other, &sealed).is_err());
        assert!(TotpSecret::open(&Keyring::new([6; 32]), one, &sealed).is_err());
    }
}
