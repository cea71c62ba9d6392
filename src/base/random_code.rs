//! Random codes: secret codes that are valid for any holder, such as a coupon's code.

use super::secret::random_bytes;

/// Crockford's base 32: no I, L, O or U, and short enough for a CODE128 barcode.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// 26 characters of five bits hold 128 bits.
const LENGTH: usize = 26;

/// A new code of 128 random bits, as 26 characters.
pub fn new_handle() -> String {
    let number = u128::from_be_bytes(random_bytes::<16>());
    (0..LENGTH)
        .rev()
        .map(|place| {
            let digit = (number >> (5 * place)) & 31;
            char::from(ALPHABET[digit as usize])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LENGTH, new_handle};

    #[test]
    fn random_codes_are_long_and_unique() {
        let (one, other) = (new_handle(), new_handle());
        assert_eq!(one.len(), LENGTH);
        assert_ne!(one, other);
        assert!(one.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()));
    }
}
