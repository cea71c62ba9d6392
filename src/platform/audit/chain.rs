//! Whether every line of the trail still is as it was written.

use serde::Serialize;

use super::{GENESIS, queries};
use crate::base::clock::Timestamp;
use crate::base::id::AuditId;
use crate::base::keys::Keyring;
use crate::base::problem::AppResult;
use crate::base::secret;
use crate::platform::store::Read;

/// How far the chain of seals holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditChain)]
pub struct Chain {
    /// Lines that there are.
    pub lines: i64,
    /// The number of the last line up to which every seal is sound and no line is missing.
    pub verified_to: i64,
    /// The first line after that, whose seal is broken or before which lines are missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken_at: Option<AuditId>,
    /// Whether the lines after that are still being looked at.
    pub checking: bool,
    /// When this was found.
    pub checked: Timestamp,
}

/// A check that goes on where it was, so that a long trail needs no long read.
pub struct Check {
    chain: Chain,
    previous: [u8; 32],
}

impl Check {
    /// Before the first line.
    pub fn begin(now: Timestamp) -> Self {
        Self {
            chain: Chain { lines: 0, verified_to: 0, broken_at: None, checking: true, checked: now },
            previous: GENESIS,
        }
    }

    /// What is known so far.
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Looks at up to so many more lines. The first broken one ends it: whatever follows hangs on it.
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

/// Checks every seal from the first line on, in one go.
pub fn check(read: &Read<'_>, keys: &Keyring) -> AppResult<Chain> {
    let mut check = Check::begin(read.now());
    check.go_on(read, keys, i64::MAX)?;
    Ok(check.chain)
}
