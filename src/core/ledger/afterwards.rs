//! Reads the transactions that continued an earlier one: the releases of its pending points and the end of its hold. Reads
//! its place in the hash chain too.

use super::{ChainHead, HoldEnd, queries};
use crate::base::clock::Timestamp;
use crate::base::day::Day;
use crate::base::id::TransactionId;
use crate::base::problem::AppResult;
use crate::base::transaction_number::TransactionNumber;
use crate::platform::store::Read;

/// A transaction that another one led to.
#[derive(Clone, Debug)]
pub struct FollowUp {
    /// Its id.
    pub id: TransactionId,
    /// The number that people read out.
    pub number: TransactionNumber,
    /// The time at which it was posted.
    pub created: Timestamp,
}

/// Points of an award that wait for one day, or waited for it.
#[derive(Clone, Debug)]
pub struct PendingDay {
    /// The Hong Kong day of the release.
    pub day: Day,
    /// The number of points.
    pub points: i64,
    /// The transaction that gave them to the member.
    pub released_by: Option<FollowUp>,
    /// Whether they still wait.
    pub waits: bool,
}

/// The end of a hold.
#[derive(Clone, Debug)]
pub struct EndedHold {
    /// Whether the points were spent or returned.
    pub end: HoldEnd,
    /// The transaction that ended it.
    pub by: FollowUp,
}

/// The place of a transaction in the hash chain.
#[derive(Clone, Copy, Debug)]
pub struct Seal {
    /// Its sequence number and its hash.
    pub place: ChainHead,
    /// Whether the hash fits its content and the hash before it.
    pub intact: bool,
}

/// The days for which points of an award wait or waited, the earliest first; none if all were given at once.
pub fn pending_days(read: &Read<'_>, award: TransactionId) -> AppResult<Vec<PendingDay>> {
    queries::pending_days(read, award)
}

/// The end of the hold that a transaction opened; `None` if it is open, or if the transaction opened none.
pub fn hold_end(read: &Read<'_>, id: TransactionId) -> AppResult<Option<EndedHold>> {
    queries::hold_end(read, id)
}

/// The place of a transaction in the chain. Only a replay of the whole ledger shows that all transactions are there.
pub fn seal(read: &Read<'_>, id: TransactionId) -> AppResult<Option<Seal>> {
    queries::seal(read, id)
}
