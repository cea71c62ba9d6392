//! SQL of the metrics.

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, params};

/// Points held by members and in escrow. Every transaction sums to zero, so three system accounts give the same
/// result as a sum over all members.
pub(super) fn points_outstanding(read: &Read<'_>) -> AppResult<i64> {
    read.number("select -sum(balance) as n from account where id in (0, 1, 2, 4)", params! {})
}

/// Number of waiting messages, and the creation time of the oldest.
pub fn messages_waiting(read: &Read<'_>) -> AppResult<(i64, Option<Timestamp>)> {
    let found = read.one(
        "select count(*) as waiting, min(created_at_ms) as oldest from outbox_message where state = 'waiting'",
        params! {},
        |row| Ok((row.get("waiting")?, row.get("oldest")?)),
    )?;
    Ok(found.unwrap_or((0, None)))
}
