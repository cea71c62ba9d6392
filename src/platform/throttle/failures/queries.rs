//! SQL of failure counts.

use super::{AttemptKey, FailureCount};
use crate::base::clock::Timestamp;
use crate::base::problem::AppResult;
use crate::platform::store::{Read, Tx, params};

pub(super) fn find(read: &Read<'_>, key: &AttemptKey) -> AppResult<Option<FailureCount>> {
    read.one(
        "select recent, window_began_ms, consecutive, blocked_until_ms from login_failure where key = :key",
        params! { ":key": key },
        |row| {
            Ok(FailureCount {
                recent: row.get("recent")?,
                window_began: row.get("window_began_ms")?,
                consecutive: row.get("consecutive")?,
                blocked_until: row.get("blocked_until_ms")?,
            })
        },
    )
}

pub(super) fn put(tx: &Tx<'_>, key: &AttemptKey, count: FailureCount) -> AppResult<()> {
    tx.execute_one(
        "insert into login_failure (key, recent, window_began_ms, consecutive, blocked_until_ms, last_at_ms) \
         values (:key, :recent, :window_began, :consecutive, :blocked_until, :now) \
         on conflict (key) do update set recent = excluded.recent, window_began_ms = excluded.window_began_ms, \
         consecutive = excluded.consecutive, blocked_until_ms = excluded.blocked_until_ms, \
         last_at_ms = excluded.last_at_ms",
        params! {
            ":key": key, ":recent": count.recent, ":window_began": count.window_began,
            ":consecutive": count.consecutive, ":blocked_until": count.blocked_until, ":now": tx.now(),
        },
    )
}

pub(super) fn delete(tx: &Tx<'_>, key: &AttemptKey) -> AppResult<()> {
    tx.execute("delete from login_failure where key = :key", params! { ":key": key })?;
    Ok(())
}

pub(super) fn delete_before(tx: &Tx<'_>, before: Timestamp) -> AppResult<()> {
    // A count that only a reset ends is kept.
    tx.execute(
        "delete from login_failure where last_at_ms < :before and blocked_until_ms < :before",
        params! { ":before": before },
    )?;
    Ok(())
}
