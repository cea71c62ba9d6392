//! Wallet addresses: the destination of an exchange. Stored as entered; ownership is not verified.

use serde_json::Value;
use sha3::{Digest, Keccak256};

use super::ItemType;
use crate::base::problem::{AppError, AppResult};

/// The wallet address of a purchase request, as the client sent it.
pub(super) struct WalletEntry<'r> {
    /// The field of the request.
    pub(super) given: Option<&'r Value>,
    /// Whether exchanges require one (`rewards.wallet_required`).
    pub(super) required: bool,
}

impl WalletEntry<'_> {
    /// Parses the address for that item type. Only exchanges keep one. Fails with `wallet_required` and
    /// `invalid_wallet_address`.
    pub(super) fn for_item(&self, kind: ItemType) -> AppResult<Option<String>> {
        if kind == ItemType::Coupon {
            return Ok(None);
        }
        let text = match self.given {
            None | Some(Value::Null) => "",
            Some(Value::String(text)) => text.trim(),
            Some(_) => return Err(AppError::invalid_field("walletAddress", "invalid_wallet_address")),
        };
        match text {
            "" if self.required => Err(AppError::invalid_field("walletAddress", "wallet_required")),
            "" => Ok(None),
            address if is_address(address) => Ok(Some(address.to_owned())),
            _ => Err(AppError::invalid_field("walletAddress", "invalid_wallet_address")),
        }
    }
}

/// `0x` and 40 hexadecimal digits that are not all zero. Mixed-case letters must match the EIP-55 checksum.
fn is_address(text: &str) -> bool {
    let Some(digits) = text.strip_prefix("0x").filter(|digits| digits.len() == 40) else { return false };
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) || digits.bytes().all(|byte| byte == b'0') {
        return false;
    }
    let mixed =
        digits.bytes().any(|byte| byte.is_ascii_uppercase()) && digits.bytes().any(|byte| byte.is_ascii_lowercase());
    !mixed || digits == with_checksum(digits)
}

fn with_checksum(digits: &str) -> String {
    let lower = digits.to_ascii_lowercase();
    let hash = Keccak256::digest(lower.as_bytes());
    let nibble = |index: usize| (hash[index / 2] >> (if index.is_multiple_of(2) { 4 } else { 0 })) & 15;
    let cased = lower.chars().enumerate();
    cased.map(|(index, digit)| if nibble(index) >= 8 { digit.to_ascii_uppercase() } else { digit }).collect()
}

#[cfg(test)]
mod tests {
    use super::{ItemType, WalletEntry, is_address};
    use serde_json::json;

    #[test]
    fn mixed_case_must_spell_the_checksum() {
        // The test cases from EIP-55.
        for good in [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            assert!(is_address(good), "{good}");
        }
        for bad in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
            "0x0000000000000000000000000000000000000000",
            "52908400098527886E0F7030069857D2E4169EE7",
            "0x52908400098527886E0F7030069857D2E4169EE",
            "0x52908400098527886E0F7030069857D2E4169EEG",
            "0X52908400098527886E0F7030069857D2E4169EE7",
        ] {
            assert!(!is_address(bad), "{bad}");
        }
    }

    #[test]
    fn only_exchanges_ask_for_a_wallet() {
        let nonsense = json!("nonsense");
        let entry = WalletEntry { given: Some(&nonsense), required: true };
        assert!(matches!(entry.for_item(ItemType::Coupon), Ok(None)));
        assert!(matches!(WalletEntry { given: None, required: false }.for_item(ItemType::Exchange), Ok(None)));
        for (given, required, code) in [
            (None, true, "wallet_required"),
            (Some(json!("  ")), true, "wallet_required"),
            (Some(json!(5)), false, "invalid_wallet_address"),
            (Some(json!("0x1")), false, "invalid_wallet_address"),
        ] {
            let entry = WalletEntry { given: given.as_ref(), required };
            let refused = entry.for_item(ItemType::Exchange).expect_err("refused");
            assert_eq!(refused.code(), code, "{given:?}");
        }
    }
}
