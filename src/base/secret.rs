//! Random secrets. Only their hashes are stored.

use std::cell::RefCell;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Fills an array from the system's random source.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system's random source answers");
    bytes
}

thread_local! {
    /// Random bytes of this thread that no id has used yet.
    static ID_BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Random bytes for an id. They come from the system's random source too, but a thread fetches them for many ids at
/// once: a system call for each id costs more than the rest of the id. Secrets use [`random_bytes`], so that no secret
/// is in memory before it is needed.
pub fn random_id_bytes<const N: usize>() -> [u8; N] {
    const { assert!(N <= 64) };
    ID_BYTES.with_borrow_mut(|left| {
        if left.len() < N {
            *left = random_bytes::<1024>().to_vec();
        }
        let from = left.len() - N;
        let bytes = std::array::from_fn(|index| left[from + index]);
        left.truncate(from);
        bytes
    })
}

/// A 256-bit secret that is shown once, as 43 characters of base64url.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Generates a new secret.
    pub fn generate() -> Self {
        Self(base64url(&random_bytes::<32>()))
    }

    /// The secret of these bytes, which the caller derived from another secret.
    pub fn derived(bytes: &[u8; 32]) -> Self {
        Self(base64url(bytes))
    }

    /// The text of the secret.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The hash to store.
    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Secret(…)")
    }
}

/// SHA-256 of a presented secret. The secrets hold 256 random bits, so a salt or a slow hash would not help.
pub fn hash(presented: &str) -> [u8; 32] {
    Sha256::digest(presented.as_bytes()).into()
}

/// Base64url without padding (RFC 4648 section 5).
pub fn base64url(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes the output of [`base64url`].
pub fn read_base64url(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}

/// Compares in constant time.
pub fn same(left: &[u8], right: &[u8]) -> bool {
    left.ct_eq(right).into()
}

/// A one-time code of six decimal digits, each value equally likely.
pub fn six_digits() -> String {
    // 4 294 000 000 is the largest multiple of a million below 2^32. Without this bound, low codes would be more
    // likely.
    loop {
        let number = u32::from_be_bytes(random_bytes::<4>());
        if number < 4_294_000_000 {
            return format!("{:06}", number % 1_000_000);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::random_id_bytes;

    #[test]
    fn bytes_of_ids_do_not_repeat() {
        let drawn: std::collections::HashSet<[u8; 8]> = (0..1_000).map(|_| random_id_bytes()).collect();
        assert_eq!(drawn.len(), 1_000);
    }
}
