//! The reversal of an award with pending points: it finds the points on their accounts, and leaves none of them
//! pending.

use super::queries::{self, PendingStatus};
use super::{AccountId, INSUFFICIENT_POINTS};
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx};

/// The lines of an award with the points where they are now: what is still pending, and what was released to the
/// member. Fails with [`INSUFFICIENT_POINTS`] if pending points lapsed with the member's account.
pub(super) fn where_points_are(
    read: &Read<'_>,
    seq: i64,
    mut lines: Vec<(AccountId, i64)>,
) -> AppResult<Vec<(AccountId, i64)>> {
    lines.retain(|(account, _)| *account != AccountId::PENDING);
    for (account, points, status) in queries::pending_of_award(read, seq)? {
        match status {
            PendingStatus::Open => lines.push((AccountId::PENDING, points)),
            PendingStatus::Released => lines.push((account, points)),
            PendingStatus::Taken => return Err(INSUFFICIENT_POINTS.into()),
        }
    }
    Ok(lines)
}

/// Ends what is pending of an award, because the award was reversed.
pub(super) fn end_all_of(tx: &Tx<'_>, seq: i64, by: i64) -> AppResult<()> {
    queries::end_pending(tx, seq, None, PendingStatus::Taken, by).map(drop)
}
