//! Whether a level is kept: its target has to be reached again within its last window.

use super::TierChange;
use super::queries::{self, KnownLadder};
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Whether the purchases since the beginning of the last window reach the level again.
pub(super) fn is_kept(read: &Read<'_>, known: &KnownLadder, member: MemberId, held: &TierChange) -> AppResult<bool> {
    Ok(missing(read, known, member, held)? == Some(0))
}

/// The progress that a member still needs to keep a level, in the unit in which purchases count; `None` without a
/// level.
pub(super) fn missing(
    read: &Read<'_>,
    known: &KnownLadder,
    member: MemberId,
    held: &TierChange,
) -> AppResult<Option<i64>> {
    let Some(ladder) = known.version(held.version).filter(|_| held.level > 0) else { return Ok(None) };
    let progress = queries::progress(read, member, ladder.counts, ladder.window.first_day(held.until))?;
    Ok(Some((ladder.target_units(held.level) - progress).max(0)))
}
