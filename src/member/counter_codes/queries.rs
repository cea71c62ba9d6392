//! SQL of scanned codes.

use super::Scan;
use crate::base::clock::Timestamp;
use crate::base::id::MemberId;
use crate::base::problem::AppResult;
use crate::platform::store::{FORGOTTEN_AT_ONCE, Read, Tx, params};

pub(super) fn find(read: &Read<'_>, step: i64, member: MemberId) -> AppResult<Option<Scan>> {
    read.one(
        "select actor, scanned_at_ms, spent_at_ms from counter_code_scan where step = :step and member_id = :member",
        params! { ":step": step, ":member": member },
        |row| {
            Ok(Scan {
                actor: row.get("actor")?,
                scanned: row.get("scanned_at_ms")?,
                spent: row.get::<Option<Timestamp>>("spent_at_ms")?.is_some(),
            })
        },
    )
}

pub(super) fn insert(tx: &Tx<'_>, step: i64, member: MemberId, actor: &[u8; 16]) -> AppResult<()> {
    tx.execute_one(
        "insert into counter_code_scan (step, member_id, actor, scanned_at_ms) values (:step, :member, :actor, :now)",
        params! { ":step": step, ":member": member, ":actor": actor, ":now": tx.now() },
    )
}

/// Whether a code of the member of that step or a later one was scanned by that person or key since a moment.
pub(super) fn was_scanned_by(
    read: &Read<'_>,
    member: MemberId,
    actor: &[u8; 16],
    step: i64,
    since: Timestamp,
) -> AppResult<bool> {
    let found = read.number(
        "select count(*) as n from counter_code_scan
         where step >= :step and member_id = :member and actor = :actor and scanned_at_ms > :since",
        params! { ":step": step, ":member": member, ":actor": actor, ":since": since },
    )?;
    Ok(found > 0)
}

/// Marks a scan as spent; false if it was spent before.
pub(super) fn spend(tx: &Tx<'_>, step: i64, member: MemberId) -> AppResult<bool> {
    let spent = tx.execute(
        "update counter_code_scan set spent_at_ms = :now
         where step = :step and member_id = :member and spent_at_ms is null",
        params! { ":now": tx.now(), ":step": step, ":member": member },
    )?;
    Ok(spent == 1)
}

/// Deletes some scans of steps before that one.
pub(super) fn delete_before(tx: &Tx<'_>, step: i64) -> AppResult<usize> {
    tx.execute(
        "delete from counter_code_scan where (step, member_id) in
             (select step, member_id from counter_code_scan where step < :step limit :most)",
        params! { ":step": step, ":most": FORGOTTEN_AT_ONCE as i64 },
    )
}
