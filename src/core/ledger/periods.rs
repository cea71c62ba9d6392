//! A member's account within a period, and the end of the chain at a moment.

use super::{ChainHead, LedgerEntry, chain, queries};
use crate::base::day::Period;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::Read;

/// A member's account within a period.
#[derive(Clone, Debug)]
pub struct AccountPeriod {
    /// The balance before the first entry.
    pub opening: i64,
    /// Oldest first.
    pub entries: Vec<LedgerEntry>,
    /// The balance after the last entry.
    pub closing: i64,
}

/// A member's account within a period, with at most the `limit` newest entries.
pub fn account_in(read: &Read<'_>, member: MemberId, period: Period, limit: i64) -> AppResult<AccountPeriod> {
    let (first, after) = queries::places_between(read, member, period)?;
    let opening = queries::balance_before(read, member, first)?;
    let entries = queries::entries(read, member, after, limit)?;
    let mut entries: Vec<LedgerEntry> = entries.into_iter().take_while(|entry| entry.seq >= first).collect();
    entries.reverse();
    let closing = entries.last().map_or(opening, |entry| entry.balance_after);
    Ok(AccountPeriod { opening, entries, closing })
}

/// The last transaction before the end of a period; number 0 and the hash of the empty chain if there is none.
pub fn head_before(read: &Read<'_>, period: Period) -> AppResult<ChainHead> {
    Ok(queries::head_before(read, period)?.unwrap_or(ChainHead { seq: 0, hash: chain::GENESIS }))
}
