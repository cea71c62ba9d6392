//! The hash chain: each transaction's hash covers its content and the previous hash. Changing, deleting or inserting
//! an earlier row makes all later hashes wrong.

use sha2::{Digest, Sha256};

use super::{AccountId, Posting};
use crate::base::clock::Timestamp;
use crate::base::id::TransactionId;

/// The previous hash of the first transaction.
pub(super) const GENESIS: [u8; 32] = [0; 32];

/// All fields of a transaction that its hash covers.
pub struct HashedTransaction<'l> {
    /// The previous hash; 32 zero bytes for the first transaction.
    pub previous: [u8; 32],
    /// The sequence number.
    pub seq: i64,
    /// The id.
    pub id: TransactionId,
    /// The kind's stored name.
    pub kind: &'l str,
    /// The time at which the transaction was appended.
    pub created: Timestamp,
    /// The lines as `account:points account:points`.
    pub lines: &'l str,
    /// The time at which the issued points expire; `None` means never.
    pub expires_at: Option<Timestamp>,
    /// The reason of the transaction, as JSON.
    pub details: Option<&'l str>,
    /// The sequence number of the transaction that it reverses.
    pub reverses_seq: Option<i64>,
}

impl HashedTransaction<'_> {
    /// SHA-256 over the parts; each part of variable length is preceded by its length.
    pub fn hash(&self) -> [u8; 32] {
        let mut digest = Sha256::new();
        digest.update(self.previous);
        digest.update(self.seq.to_be_bytes());
        digest.update(self.id.as_bytes());
        digest.update(self.created.as_millis().to_be_bytes());
        digest.update(self.expires_at.unwrap_or(Timestamp::NEVER).as_millis().to_be_bytes());
        digest.update(self.reverses_seq.unwrap_or(0).to_be_bytes());
        for part in [self.kind, self.lines, self.details.unwrap_or("")] {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part.as_bytes());
        }
        digest.finalize().into()
    }
}

/// The lines as stored in the journal: `account:points account:points`.
pub(super) fn write_lines(lines: &[Posting]) -> String {
    lines.iter().map(|line| format!("{}:{}", line.account.get(), line.points)).collect::<Vec<_>>().join(" ")
}

/// Parses the output of [`write_lines`]; `None` for any other text.
pub(super) fn read_lines(text: &str) -> Option<Vec<(AccountId, i64)>> {
    text.split(' ')
        .map(|line| {
            let (account, points) = line.split_once(':')?;
            Some((AccountId::from_row(account.parse().ok()?), points.parse().ok()?))
        })
        .collect()
}
