//! Checks that no audit entry was changed, removed or inserted.

use serde::Serialize;

use super::{GENESIS, queries};
use crate::base::clock::Timestamp;
use crate::base::id::AuditId;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::base::secret;
use crate::platform::store::Read;

/// Result of checking the chain of seals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditChain)]
pub struct Chain {
    /// Number of entries.
    pub lines: i64,
    /// The number of the last entry up to which every seal is valid and no entry is missing.
    pub verified_to: i64,
    /// The first entry after that, if its seal is broken or entries before it are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_at: Option<AuditId>,
    /// Whether the entries after that are still being checked.
    pub checking: bool,
    /// The time at which the check found this.
    pub checked: Timestamp,
}

/// A check in steps, so that a long audit needs no long read transaction.
pub struct ChainCheck {
    chain: Chain,
    previous: [u8; 32],
}

impl ChainCheck {
    /// Starts before the first entry.
    pub fn begin(now: Timestamp) -> Self {
        Self {
            chain: Chain { lines: 0, verified_to: 0, broken_at: None, checking: true, checked: now },
            previous: GENESIS,
        }
    }

    /// The result so far.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Checks up to `lines` more entries. The first broken entry ends the check, because every later seal depends on
    /// it.
    pub fn go_on(&mut self, read: &Read<'_>, keys: &Keyring, lines: i64) -> AppResult<()> {
        let Self { chain, previous } = self;
        let mut seen = 0;
        queries::each(read, chain.verified_to, lines, |line| {
            seen += 1;
            if chain.broken_at.is_none() {
                let sound = line.seq == chain.verified_to + 1 && secret::same(&line.seal(keys, *previous), &line.mac);
                if sound { chain.verified_to = line.seq } else { chain.broken_at = Some(line.id) }
            }
            *previous = line.mac;
            Ok(())
        })?;
        chain.lines = super::count(read)?;
        chain.checking = seen == lines && chain.broken_at.is_none();
        chain.checked = read.now();
        Ok(())
    }
}

/// Checks every seal from the first entry on, in one step.
pub fn check(read: &Read<'_>, keys: &Keyring) -> AppResult<Chain> {
    let mut check = ChainCheck::begin(read.now());
    check.go_on(read, keys, i64::MAX)?;
    Ok(check.chain)
}
