//! The hash chain: each transaction's hash covers its content and the hash before it, so that no
//! row of the past can change, go or come in between without every later hash being wrong.

use sha2::{Digest, Sha256};

use super::{AccountId, Line};
use crate::base::clock::Timestamp;
use crate::base::id::TransactionId;

/// What the first transaction follows.
pub(super) const GENESIS: [u8; 32] = [0; 32];

/// Everything of a transaction that its hash covers.
pub struct Link<'l> {
    /// The hash before it; 32 zero bytes for the first.
    pub previous: [u8; 32],
    /// Its place.
    pub seq: i64,
    /// Its id.
    pub id: TransactionId,
    /// Its kind's stored name.
    pub kind: &'l str,
    /// When it was appended.
    pub created: Timestamp,
    /// Its lines as `account:points account:points`.
    pub lines: &'l str,
    /// When the points that it issues lapse; never where there is none.
    pub expires_at: Option<Timestamp>,
    /// What it was for, as JSON.
    pub details: Option<&'l str>,
    /// What it undoes.
    pub reverses_seq: Option<i64>,
}

impl Link<'_> {
    /// SHA-256 over the parts, each of variable length preceded by its length.
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

/// Lines as the journal writes them: `account:points account:points`.
pub(super) fn write_lines(lines: &[Line]) -> String {
    lines.iter().map(|line| format!("{}:{}", line.account.get(), line.points)).collect::<Vec<_>>().join(" ")
}

/// Reads what [`write_lines`] wrote; `None` for anything else.
pub(super) fn read_lines(text: &str) -> Option<Vec<(AccountId, i64)>> {
    text.split(' ')
        .map(|line| {
            let (account, points) = line.split_once(':')?;
            Some((AccountId::from_row(account.parse().ok()?), points.parse().ok()?))
        })
        .collect()
}
