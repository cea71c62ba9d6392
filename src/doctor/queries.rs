//! What the doctor asks of the database.

use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::store::{Read, params};

/// When the newest transaction was posted.
pub(super) fn newest_transaction(read: &Read<'_>) -> AppResult<Option<Timestamp>> {
    let found =
        read.one("select created_at_ms from ledger_transaction order by seq desc limit 1", params! {}, |row| {
            row.get("created_at_ms")
        })?;
    Ok(found)
}

/// Whether anybody can sign in as the owner.
pub(super) fn has_owner(read: &Read<'_>) -> AppResult<bool> {
    read.exists("select 1 from staff where role = 'owner' and status = 'active' limit 1", params! {})
}
