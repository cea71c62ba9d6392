//! The id of a request, in logs and in its response.

use super::secret::random_id_bytes;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Sixteen hexadecimal digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestId([u8; 16]);

impl RequestId {
    /// Generates a new id. Ids sent by clients are not used, because strangers could write into the logs with them.
    pub fn generate() -> Self {
        let number = u64::from_be_bytes(random_id_bytes());
        Self(std::array::from_fn(|digit| HEX[(number >> (4 * digit)) as usize & 15]))
    }

    /// The bare id.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The id as a problem's `instance`.
    pub fn urn(&self) -> String {
        format!("urn:kapok:request:{}", self.as_str())
    }
}

impl serde::Serialize for RequestId {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(self.as_str())
    }
}
