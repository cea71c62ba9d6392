//! Points with an end that left the accounts of members: they were spent, or they expired.

use super::post::named_lots;
use super::{AccountId, TransactionKind, queries};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// Points of one lot that left a member's account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Whether they expired; otherwise they were spent.
    pub expired: bool,
    /// The time at which they left.
    pub at: Timestamp,
    /// The end that was stored with them.
    pub end: Timestamp,
    /// Whole points.
    pub points: i64,
}

/// Visits the points that left the accounts from `first` up to, but without, `until`, since a moment. Points without an
/// end are left out, and so is what came back: voided purchases, exchanges that are not confirmed, and points that a member
/// brought back after they had expired.
pub fn each_departure(
    read: &Read<'_>,
    (first, until): (AccountId, AccountId),
    since: Timestamp,
    mut visit: impl FnMut(Departure),
) -> AppResult<()> {
    queries::each_leaving(read, (first, until), since, |row| {
        let Some(lots) = row.lots else { return Ok(()) };
        for lot in named_lots(Some(&lots))?.iter().filter(|lot| lot.expires_at != Timestamp::NEVER) {
            let expired = row.kind == TransactionKind::Expiry.name();
            visit(Departure { expired, at: row.created, end: lot.expires_at, points: lot.points });
        }
        Ok(())
    })?;
    queries::each_exchanged_lot(read, (first, until), since, |at, end, points| {
        visit(Departure { expired: false, at, end, points });
        Ok(())
    })
}

/// The account after the newest one.
pub fn next_account(read: &Read<'_>) -> AppResult<AccountId> {
    queries::next_account(read)
}
